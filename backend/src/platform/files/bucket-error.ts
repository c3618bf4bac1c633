/** The store of objects cannot be had, or refuses. The same may go well later. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  /** By which what was to be stored counts as worth another try. */
  readonly code = 'ERR_BUCKET';
}
