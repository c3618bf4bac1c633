/** Something outside the code is in the way: the user gets this one line and exit code 1, without a stack. */
export class Trouble extends Error {}

const DISK_FULL = {
  sign: /ENOSPC|no space left on device|disk quota exceeded|EDQUOT/i,
  line: 'The disk is full: free some space, then run this again.',
};
const NO_REGISTRY = {
  sign: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL|socket hang up/,
  line: 'The package registry cannot be reached: check the connection or the proxy, then run this again.',
};
const NOT_ALLOWED = {
  sign: /EACCES|EPERM|EROFS/,
  line: 'A file here may not be written: check who owns this folder, then run this again.',
};

/**
 * The one line for what an install printed when it failed, or undefined when the cause is not a known one.
 * @param {string} output
 */
export function explainInstall(output) {
  return [DISK_FULL, NO_REGISTRY, NOT_ALLOWED].find(({ sign }) => sign.test(output))?.line;
}

/**
 * The same for a build, whose output shows source text: only a full disk is taken for what it says.
 * @param {string} output
 */
export function explainBuild(output) {
  return DISK_FULL.sign.test(output) ? DISK_FULL.line : undefined;
}

/**
 * Runs a command to its end. Expected trouble becomes one line; anything else is a defect and shows its stack.
 * @param {() => Promise<unknown>} command
 */
export async function runCommand(command) {
  try {
    await command();
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error;
    const line = error instanceof Trouble ? error.message : isSystemError ? explainInstall(error.message) : undefined;
    console.error(line ?? error);
    process.exit(1);
  }
}
