import { userInfo } from 'node:os';

/** Who is at this machine's keyboard, as histories name them. */
export function currentOperator(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may have no name for the user that it runs as.
    return String(process.getuid?.() ?? 'unknown');
  }
}
