import { spawn } from 'node:child_process';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to the environment
 * @property {number} [limit] milliseconds after which it is ended
 * @property {'collect' | 'show'} [output] collected and given back (the default), or shown as it comes
 */

/**
 * Runs a program to its end. Rejects only when it could not be started.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { cwd, env, limit, output = 'collect' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      timeout: limit,
      killSignal: 'SIGKILL',
      stdio: output === 'show' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      text += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    running.add(child);
    child.on('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output: text });
    });
  });
}

/**
 * Ends what `run` started when this process is told to end. Returns the function that gives the signals back.
 * @returns {() => void}
 */
export function endChildrenWithUs() {
  const signals = /** @type {const} */ ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 });
  const listeners = Object.entries(signals).map(([signal, number]) => {
    const listener = () => {
      for (const child of running) child.kill(/** @type {keyof typeof signals} */ (signal));
      process.exit(128 + number);
    };
    process.once(signal, listener);
    return () => process.off(signal, listener);
  });
  return () => listeners.forEach((remove) => remove());
}
