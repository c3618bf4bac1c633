import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sign } from 'aws4';
import { openBucket, type Bucket } from './bucket';

const KEY = { accessKeyId: 'inbox', secretAccessKey: 'a secret of the bucket' };
const LIST = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
const VERSIONS = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';

let server: Server;
let url: string;
let dir: string;
/** What came, and whether it was signed by the secret, as another library signs it. */
const asked: { what: string; isSigned: boolean }[] = [];

/** Signs what came once more: the headers that its own signature names, at its own time. */
function isSigned({ method, url: path = '/', headers }: IncomingMessage): boolean {
  const given = headers.authorization ?? '';
  const named = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? [];
  const kept = Object.fromEntries(named.map((name) => [name, String(headers[name] ?? '')]));
  const request = {
    service: 's3',
    region: 'us-east-1',
    method: method ?? '',
    path,
    host: headers.host ?? '',
    headers: kept,
  };
  const again = sign(request, KEY).headers ?? {};
  const authorization = String(again['Authorization'] ?? again['authorization'] ?? '');
  const signatureOf = (text: string) => /Signature=([0-9a-f]{64})/.exec(text)?.[1];
  return signatureOf(authorization) !== undefined && signatureOf(authorization) === signatureOf(given);
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inbox-signed-'));
  server = createServer((request, response) => {
    request.resume().once('end', () => {
      asked.push({
        what: `${request.method} ${(request.url ?? '').split('?')[1] ?? ''}`.trim(),
        isSigned: isSigned(request),
      });
      const query = request.url?.split('?')[1] ?? '';
      if (query.startsWith('versioning')) response.end(VERSIONS);
      else if (query.includes('list-type')) response.end(LIST);
      else if (request.headers['x-amz-copy-source'])
        response.end('<CopyObjectResult><ETag>"e"</ETag></CopyObjectResult>');
      else
        response
          .writeHead(200, { etag: '"e"', 'content-length': request.method === 'GET' ? '2' : '0' })
          .end(request.method === 'GET' ? 'ok' : '');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbox-files`;
});
afterAll(async () => {
  server.close().closeAllConnections();
  await rm(dir, { recursive: true, force: true });
});

const open = (secret = KEY.secretAccessKey): Bucket =>
  openBucket({ url, region: 'us-east-1', keyId: KEY.accessKeyId, secret }, () => Promise.resolve());

/** One of each call that the inbox makes. */
async function askAll(bucket: Bucket): Promise<void> {
  const file = join(dir, 'file');
  await writeFile(file, 'twelve bytes');
  const [key, copy] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];
  await bucket.put(key, file, 12);
  (await bucket.open(key)).stream.resume();
  await bucket.copy(key, copy);
  await bucket.has(key);
  for await (const _ of bucket.list()) void _;
  await bucket.remove(key);
  await bucket.keepsVersions();
}

describe('what is asked of a bucket', () => {
  it('is signed by its secret, call by call, as version 4 of S3’s signatures has it', async () => {
    await askAll(open());
    expect(asked.map(({ what }) => what.split(' ')[0])).toEqual(
      expect.arrayContaining(['PUT', 'GET', 'HEAD', 'DELETE']),
    );
    expect(asked.filter((each) => !each.isSigned)).toEqual([]);
  });

  it('is told apart from what another secret has signed', async () => {
    asked.length = 0;
    await askAll(open('another secret'));
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((each) => each.isSigned)).toEqual([]);
  });
});
