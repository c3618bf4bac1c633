import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CustomerId, MerchantId } from '@inbox/domain';
import { appendAudit } from '../audit/audit-queries';
import type { Queryable } from '../db/connection';
import { inTransaction } from '../db/transaction';
import type { Uploads } from '../files/uploads';
import { codeOf } from '../lib/error-words';
import { filesOf, findJoined, readCustomerData } from './customer-data';
import { exportPage, type ExportedFile } from './export-page';

export interface ExportedCustomer {
  /** Entries of the person: the one named, and those that were joined with it. */
  customers: number;
  tickets: number;
  messages: number;
  files: number;
  /** Files that rows name and that are not on the disk. */
  missing: number;
}

/** Nothing of what a sender called a file becomes part of a path but a plain ending. */
const EXTENSION = /^\.[a-z0-9]{1,8}$/i;

/**
 * Writes all that is stored of a customer into a new folder: `index.html` for people, `data.json` for programs, and the
 * files. The audit says that it was done.
 * @returns undefined when the merchant has no such customer
 * @throws EEXIST when the folder is there already
 */
export async function exportCustomer(
  { db, uploads, now }: { db: Queryable; uploads: Pick<Uploads, 'open'>; now: Date },
  { merchantId, customerId, dir }: { merchantId: MerchantId; customerId: CustomerId; dir: string },
): Promise<ExportedCustomer | undefined> {
  const found = await inTransaction(
    db,
    async (tx) => {
      const ids = await findJoined(tx, merchantId, customerId);
      if (ids.length === 0) return undefined;
      const { name } = await tx
        .selectFrom('merchants')
        .select('name')
        .where('id', '=', merchantId)
        .executeTakeFirstOrThrow();
      return { name, data: await readCustomerData(tx, merchantId, ids) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  if (found === undefined) return undefined;

  const { name, data } = found;
  await mkdir(dir, { mode: 0o700 });
  await mkdir(join(dir, 'files'), { mode: 0o700 });
  const files: ExportedFile[] = [];
  for (const [at, { key, filename, of }] of filesOf(data).entries()) {
    const ending = extname(filename);
    const path = `files/${at + 1}${EXTENSION.test(ending) ? ending : ''}`;
    files.push({ of, filename, path: (await copyOut(uploads, key, join(dir, path))) ? path : null });
  }
  await writeFile(join(dir, 'data.json'), `${JSON.stringify({ shop: name, ...data, files }, null, 2)}\n`, {
    mode: 0o600,
  });
  await writeFile(join(dir, 'index.html'), exportPage(name, data, files, now), { mode: 0o600 });
  await inTransaction(db, (tx) =>
    appendAudit(tx, { chain: merchantId, what: 'customer.exported', about: `customer:${customerId}`, detail: {} }),
  );
  return {
    customers: data.customers.length,
    tickets: data.tickets.length,
    messages: data.messages.length,
    files: files.length,
    missing: files.filter(({ path }) => path === null).length,
  };
}

/** False when there is no such file. */
async function copyOut(uploads: Pick<Uploads, 'open'>, key: string, path: string): Promise<boolean> {
  try {
    const { stream } = await uploads.open(key);
    await pipeline(stream, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
