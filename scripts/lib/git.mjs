import { ROOT } from './paths.mjs';
import { run } from './run.mjs';

/**
 * Asks git about this checkout.
 * @param {...string} args
 * @returns {Promise<string | undefined>} what git prints, or undefined where it cannot tell: without git, or outside a checkout
 */
export async function git(...args) {
  const { code, output } = await run('git', args, { cwd: ROOT }).catch(() => ({ code: 1, output: '' }));
  return code === 0 ? output : undefined;
}
