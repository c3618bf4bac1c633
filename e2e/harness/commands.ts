import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command as it is typed in a shell: settings, a program, and its words. */
export interface Command {
  settings: Record<string, string>;
  program: string;
  args: string[];
}

/** Understands what stands in the README: no more of a shell's language than that. */
export function parseCommand(line: string): Command {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const settings = words.slice(0, first).map((word) => word.split(/=(.*)/s, 2) as [string, string]);
  const [typed = '', ...rest] = words.slice(first);
  if (typed === 'npm') return { settings: Object.fromEntries(settings), program: 'npm', args: rest };
  if (typed !== 'pnpm') throw new Error(`Neither npm nor pnpm: ${line}`);
  // pnpm need not be on the machine: its commands are the scripts of package.json, which npm runs as well.
  const [script = '', ...args] = rest;
  return { settings: Object.fromEntries(settings), program: 'npm', args: ['run', '--silent', script, '--', ...args] };
}

export interface Running {
  /** All that it has said so far. */
  output(): string;
  /** Resolves when it has said this; rejects when it ends before. */
  says(what: RegExp): Promise<RegExpMatchArray>;
  /** Ends it as Ctrl-C does, and resolves with its exit code. */
  interrupt(): Promise<number | null>;
  ended: Promise<number | null>;
}

/** Starts a command in its own group, as a terminal does. */
export function startCommand(line: string, options: { cwd: string; env?: Record<string, string> }): Running {
  const { settings, program, args } = parseCommand(line);
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...settings, ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const listener of [...listeners]) listener();
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    output: () => output,
    ended,
    says: (what) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = what.exec(output);
          if (!found) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
        void ended.then((code) => reject(new Error(`${line} ended with ${code} before it said ${what}:\n${output}`)));
      }),
    async interrupt() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGINT');
      return ended;
    },
  };
}

/** Runs a command to its end and returns what it said; rejects when it fails. */
export async function runCommand(line: string, options: { cwd: string; env?: Record<string, string> }) {
  const running = startCommand(line, options);
  const code = await running.ended;
  if (code !== 0) throw new Error(`${line} ended with ${code}:\n${running.output()}`);
  return running.output();
}
