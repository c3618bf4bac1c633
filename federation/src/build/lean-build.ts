import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const LeanBuild = z.object({
  /** The file of each module that is in the build. */
  files: z.array(z.string()),
  /** The code of its entry. */
  main: z.string(),
  /** What the bundler warned of, and what it could not do. */
  problems: z.array(z.string()),
});
export type LeanBuild = z.infer<typeof LeanBuild>;

const ROOT = join(__dirname, '../../..');

/** What came of the build of this name in `lean-builds.ts`. */
export async function leanBuild(name: 'axios' | 'chunks' | 'edited' | 'react' | 'shell' | 'panel'): Promise<LeanBuild> {
  const script = join(ROOT, 'federation/src/build/lean-builds.ts');
  const options = { cwd: ROOT, maxBuffer: 64_000_000 };
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, name], options);
  return z.parse(LeanBuild, JSON.parse(stdout));
}
