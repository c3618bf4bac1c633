import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { findRoot } from '../app/settings/root';
import { builtProgram } from './built-program';

/**
 * The real process, on free ports and without demo data.
 * @param running takes the process in, so that the test can end it
 * @param entry the inbox itself when left out
 */
export function startServer(
  env: Readonly<Record<string, string>>,
  running: Set<ChildProcess>,
  entry: 'server' | 'directory' = 'server',
) {
  const child = spawn(process.execPath, [builtProgram(entry)], {
    cwd: findRoot(),
    env: { PATH: process.env['PATH'], PORT: '0', INBOX_SMTP_PORT: '0', INBOX_SEED: 'none', ...env },
  });
  running.add(child);
  let output = '';
  let told: () => void = () => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
      told();
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    ended,
    output: () => output,
    /** Where it is reached, once it says so. */
    async url(): Promise<string> {
      for (;;) {
        const found = /The (?:inbox|directory) is at (\S+)/.exec(output)?.[1];
        if (found !== undefined) return found;
        await Promise.race([new Promise<void>((resolve) => (told = resolve)), ended]);
        if (child.exitCode !== null) throw new Error(`It ended: ${output}`);
      }
    },
  };
}
