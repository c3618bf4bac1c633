import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT, type Settings } from './product';

/** The operator: `pnpm admin …` of the built product, with what is typed into it. */
export function createOperator(settings: Settings) {
  return async function admin(args: readonly string[], input = ''): Promise<string> {
    const child = spawn(process.execPath, [join(ROOT, 'backend/dist/admin.js'), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...settings },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${output}`);
    return output;
  };
}

export type Operator = ReturnType<typeof createOperator>;
