import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { until } from './fake-graph';

/** A port of this machine that nobody has. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether something listens there. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Starts a program that stays in the foreground, and waits until it listens. @returns what ends it */
export async function startListener(
  program: string,
  args: readonly string[],
  port: number,
): Promise<(signal: 'SIGINT' | 'SIGTERM') => Promise<void>> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const ended = once(child, 'exit');
  await until(async () => child.exitCode !== null || isListening(port));
  if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
  return async (signal) => {
    child.kill(signal);
    await ended;
  };
}
