import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { Trouble } from './trouble.mjs';

/**
 * Resolves when the port can be listened on. Settings that are no port numbers are left to the backend, which names
 * every bad setting at once.
 * @param {string | undefined} setting
 * @param {{ name: string, fallback: number }} which
 * @throws {Trouble}
 */
export async function requireFreePort(setting, { name, fallback }) {
  const port = Number(setting || fallback);
  if (!Number.isInteger(port) || port < 1 || port > 65535) return;
  const probe = createServer().listen(port);
  try {
    await once(probe, 'listening');
  } catch (error) {
    const { code = String(error) } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Trouble(refusal(code, { port, name }, await holderOf(port)));
  }
  await promisify(probe.close.bind(probe))();
}

/**
 * The process that listens on a port, such as `node (process 4711)`; null where the system does not tell.
 * @param {number} port
 */
async function holderOf(port) {
  // `c` is the name of the command, `p` its number.
  const { stdout } = await promisify(execFile)('lsof', ['-nP', '-Fpc', `-iTCP:${port}`, '-sTCP:LISTEN']).catch(() => ({
    stdout: '',
  }));
  const [, id, command] = /^p(\d+)\nc(.+)$/m.exec(stdout) ?? [];
  return id === undefined || command === undefined ? null : `${command} (process ${id})`;
}

/**
 * @param {string} code
 * @param {{ port: number, name: string }} setting
 * @param {string | null} holder
 */
function refusal(code, { port, name }, holder) {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by ${holder ?? 'another program'}. Stop it, or set ${name} to another port.`;
  }
  return `Port ${port} cannot be used (${code}): set ${name} to another port.`;
}
