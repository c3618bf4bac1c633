export type LaunchFailure =
  | 'unsupported-platform'
  | 'unwritable'
  | 'disk-full'
  | 'wrong-version'
  | 'in-use'
  | 'nothing-moved'
  | 'copy-differs'
  | 'damaged'
  | 'start-failed'
  | 'not-ready'
  | 'stop-failed'
  | 'keeps-dying';

/** Why the embedded database could not be brought up. The message is one line, ready to be shown to the operator. */
export class DatabaseLaunchError extends Error {
  override readonly name = 'DatabaseLaunchError';

  constructor(
    readonly reason: LaunchFailure,
    message: string,
    options?: { cause: unknown },
  ) {
    super(message.replace(/\s*\n\s*/g, ' '), options);
  }
}

/**
 * The `code` of a Node system error (ENOENT, EACCES …), undefined for anything else. Told by shape: under a test
 * runner Node's own errors are of another realm's Error.
 */
export function systemCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

const noSpace = new Set(['ENOSPC', 'EDQUOT']);
const noAccess = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

const lost = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT']);

/** The server at the other end is gone, or going. */
export const isLostConnection = (error: unknown): boolean =>
  lost.has(systemCode(error) ?? '') || (error instanceof Error && /terminated unexpectedly/.test(error.message));

export const isDiskFull = (error: unknown): boolean => noSpace.has(systemCode(error) ?? '');

/** Turns a failed file operation below `folder` into the line an operator can act on. */
export function explainFileError(error: unknown, folder: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (isDiskFull(error)) return diskFull(folder, error);
  if (noAccess.has(code)) {
    const message = `The database folder ${folder} cannot be written (${code}). Set INBOX_DATA_DIR to a folder of yours.`;
    return new DatabaseLaunchError('unwritable', message, { cause: error });
  }
  return error;
}

export function diskFull(folder: string, cause?: unknown): DatabaseLaunchError {
  return new DatabaseLaunchError('disk-full', `No space left for the database in ${folder}.`, { cause });
}
