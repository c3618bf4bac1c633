import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { serverEnv } from './cluster';

/**
 * Waits for the end of its input, which is the end of this process, however that came. Then it stops the server, as `stop`
 * would have; one that is only about to write its number down has ten seconds for it.
 */
const SCRIPT = `read -r _; for _ in 1 2 3 4 5 6 7 8 9 10; do
  read -r pid < postmaster.pid && kill -INT "$pid" && exit; sleep 1
done 2> /dev/null`;

/**
 * Has the server of a folder that nobody else uses end with this process, also when that is killed.
 * @returns what ends the guard, once the server is stopped
 */
export async function guardServer(clusterDir: string): Promise<() => void> {
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore'];
  // Detached: what ends the whole foreground group must not end the guard.
  const guard = spawn('sh', ['-c', SCRIPT], { cwd: clusterDir, env: serverEnv, detached: true, stdio });
  await once(guard, 'spawn');
  guard.unref();
  // The pipe is a socket to Node; it is to keep nobody running.
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return () => {
    guard.kill('SIGKILL');
  };
}
