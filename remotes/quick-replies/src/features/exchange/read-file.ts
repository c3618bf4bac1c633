import { messages } from '../../messages';

/** Bytes. */
const MAX_FILE_BYTES = 5_000_000;

/** The text of a file, or why it cannot be had, in words. */
export async function readFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > MAX_FILE_BYTES) return { problem: messages.importTooLarge(MAX_FILE_BYTES) };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { problem: messages.importNoFile };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: messages.importNotText };
  }
}
