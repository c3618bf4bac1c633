import { createServer } from 'node:net';
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
  await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) =>
      reject('code' in error ? new Trouble(refusal(String(error.code), port, name)) : error),
    );
    probe.listen(port, () => probe.close(resolve));
  });
}

/**
 * @param {string} code
 * @param {number} port
 * @param {string} name
 */
function refusal(code, port, name) {
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what listens there, or set ${name} to another port.`;
  return `Port ${port} cannot be used (${code}): set ${name} to another port.`;
}
