import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BucketSettings } from '../platform/files/bucket';
import { findRoot } from '../app/settings/root';
import { freePort, startListener } from './ports';

const BUCKET = 'inbox-files';

export interface ObjectStore {
  /** What asks for its one bucket; `secret` is right. */
  settings: BucketSettings;
  /** It is away until `start`, and has what it had. */
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

/** Who asks for the bucket's objects. The server checks no signature, so that any secret is right. */
const KEY = { keyId: 'S3RVER', secret: 'S3RVER' };

/** What Node is started with to have a server with one bucket, and how that is asked. */
export function objectStore(port: number, directory: string): { args: string[]; settings: BucketSettings } {
  const library = dirname(createRequire(join(findRoot(), 'backend/package.json')).resolve('s3rver/package.json'));
  const args = [join(library, 'bin/s3rver.js'), '--silent', '--address', '127.0.0.1', '--port', String(port)];
  args.push('--directory', directory, '--configure-bucket', BUCKET);
  return { args, settings: { url: `http://127.0.0.1:${port}/${BUCKET}`, region: 'us-east-1', ...KEY } };
}

/** A server that answers as S3 does, its objects in a folder. */
export async function startObjectStore(): Promise<ObjectStore> {
  const directory = await mkdtemp(join(tmpdir(), 'inbox-objects-'));
  const port = await freePort();
  const { args, settings } = objectStore(port, directory);
  let stopping: Awaited<ReturnType<typeof startListener>> | undefined;
  const start = async (): Promise<void> => {
    stopping = await startListener(process.execPath, args, port);
  };
  const stop = async (): Promise<void> => {
    await stopping?.('SIGTERM');
    stopping = undefined;
  };
  await start();
  return {
    settings,
    start,
    stop,
    async end() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
