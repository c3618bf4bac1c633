import type { IncomingMessage } from 'node:http';

/** A file as a customer has it. */
export interface StoredFile {
  bytes: Buffer;
  mimeType: string;
}

/** What the inbox hands over stays for a while: as many files, and the oldest goes first. */
const MOST_TAKEN = 200;

/** The files of a channel by their media ids. */
export interface StoredFiles {
  get(id: string): StoredFile | null;
  /** For webhooks that name it. */
  add(id: string, file: StoredFile): void;
  /** Keeps the file of an upload form. @returns its id; null when the form has none */
  take(request: Pick<IncomingMessage, 'headers'>, body: Buffer): Promise<string | null>;
}

/** @param mediaFor a file for an id that nobody added */
export function createStoredFiles(mediaFor?: (id: string) => StoredFile | null): StoredFiles {
  const files = new Map<string, StoredFile>();
  const taken: string[] = [];
  let last = Date.now();
  return {
    get: (id) => files.get(id) ?? mediaFor?.(id) ?? null,
    add: (id, file) => void files.set(id, file),
    async take({ headers }, body) {
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData();
      const file = [...form.values()].find((value) => typeof value !== 'string');
      if (file === undefined) return null;
      const id = String(++last);
      files.set(id, { bytes: Buffer.from(await file.arrayBuffer()), mimeType: file.type });
      taken.push(id);
      if (taken.length > MOST_TAKEN) files.delete(taken.shift() ?? '');
      return id;
    },
  };
}
