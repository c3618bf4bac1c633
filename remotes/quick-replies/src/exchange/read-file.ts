import { messages } from '../messages';
import { readText, type FileText } from './read-text';

/** Bytes. */
const MAX_FILE_BYTES = 5_000_000;

export interface ReadFile extends FileText {
  /** For reading them in another character set. */
  bytes: Uint8Array;
}

/** The text of a file, or why it cannot be had, in words. */
export async function readFile(file: File): Promise<ReadFile | { problem: string }> {
  if (file.size > MAX_FILE_BYTES) return { problem: messages.importTooLarge(MAX_FILE_BYTES) };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { problem: messages.importNoFile };
  }
  const read = readText(bytes);
  return read === null ? { problem: messages.importNotText } : { ...read, bytes };
}
