/** Why a backup, a check of one or a restore did not come to its end. The message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
