import type { StoredFile } from './uploads';

/**
 * The stored files that no row names, of those that were stored before. A process that was killed between a file and its row
 * leaves one; a younger file may have its row yet to come.
 * @param stored in the order of their keys
 * @param named the keys of all files that rows name, in the same order
 * @throws when either is out of order: a file that is named could be taken for one that is not
 */
export async function* unnamedFiles(
  stored: AsyncIterable<StoredFile>,
  named: AsyncIterator<string>,
  before: Date,
): AsyncGenerator<StoredFile> {
  const next = async (after = ''): Promise<string | undefined> => {
    const step = await named.next();
    return step.done === true ? undefined : inOrder(after, step.value);
  };
  let name = await next();
  let last = '';
  for await (const file of stored) {
    last = inOrder(last, file.key);
    while (name !== undefined && name < file.key) name = await next(name);
    if (name !== file.key && file.storedAt < before) yield file;
  }
}

function inOrder(before: string, after: string): string {
  if (after <= before)
    throw new Error(`The files are not listed in the order of their names: ${after} after ${before}.`);
  return after;
}
