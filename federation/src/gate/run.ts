import { spawn } from 'node:child_process';

export interface Ended {
  code: number;
  output: string;
}

/** Runs a program of Node's to its end, and has what it said. */
export function runNode(args: readonly string[], cwd: string): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(String(part)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: output.join('').trim() }));
  });
}
