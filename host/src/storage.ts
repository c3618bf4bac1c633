import type { Schema } from '@inbox/domain';

/**
 * What the shell keeps in this browser. Whoever else may have written there (an older version, another page of the
 * origin, the user), it is read through a schema; what does not fit counts as absent. A browser that refuses storage
 * only forgets.
 */
export function readStored<T>(key: string, schema: Schema<T>): T | null {
  const text = readText(key);
  if (text === null) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The same for a value that is kept as plain text. */
export function readStoredText<T>(key: string, schema: Schema<T>): T | null {
  const parsed = schema.safeParse(readText(key));
  return parsed.success ? parsed.data : null;
}

export const writeStored = (key: string, value: unknown): void => writeStoredText(key, JSON.stringify(value));

export function writeStoredText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The page works on; only the next one will not know.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept, so nothing is left.
  }
}

/** The keys that begin so. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
