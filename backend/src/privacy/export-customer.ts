import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AgentId, CustomerId, MerchantId } from '@inbox/domain';
import { appendAudit } from '../audit/audit-queries';
import type { Queryable } from '../platform/db/connection';
import { setOrigin } from '../platform/db/set-origin';
import { inTransaction } from '../platform/db/transaction';
import type { Uploads } from '../platform/files/uploads';
import { codeOf } from '../platform/errors/errors';
import { filesOf, findJoined, readCustomerData, type CustomerData } from './customer-data';
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

export interface ExportDeps {
  db: Queryable;
  uploads: Pick<Uploads, 'open'>;
  now: Date;
}

/** What is in an export. */
export interface CustomerExport {
  data: CustomerData;
  /** `index.html` for people, and `data.json` for programs, by what is known of the files. */
  texts(files: readonly ExportedFile[]): { page: string; json: string };
  /** Files, with the path that each has in the export. */
  files: { key: string; of: string; filename: string; path: string }[];
}

/** All that is stored of a customer, as of one moment. @returns undefined when the merchant has no such customer */
export async function readExport(
  { db, now }: Pick<ExportDeps, 'db' | 'now'>,
  { merchantId, customerId }: { merchantId: MerchantId; customerId: CustomerId },
): Promise<CustomerExport | undefined> {
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
  const files = filesOf(data).map(({ key, filename, of }, at) => {
    const ending = extname(filename);
    return { key, of, filename, path: `files/${at + 1}${EXTENSION.test(ending) ? ending : ''}` };
  });
  return {
    data,
    files,
    texts: (stored) => ({
      page: exportPage(name, data, stored, now),
      json: `${JSON.stringify({ shop: name, ...data, files: stored }, null, 2)}\n`,
    }),
  };
}

/** Has the audit say that it was done; in the name of the agent, if one did it. */
export async function auditExport(
  db: Queryable,
  { merchantId, customerId, by }: { merchantId: MerchantId; customerId: CustomerId; by: AgentId | null },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await setOrigin(tx, by);
    await appendAudit(tx, {
      chain: merchantId,
      what: 'customer.exported',
      about: `customer:${customerId}`,
      detail: {},
    });
  });
}

/**
 * Writes all that is stored of a customer into a new folder: `index.html` for people, `data.json` for programs, and the
 * files. The audit says that it was done.
 * @returns undefined when the merchant has no such customer
 * @throws EEXIST when the folder is there already
 */
export async function exportCustomer(
  { db, uploads, now }: ExportDeps,
  { merchantId, customerId, dir }: { merchantId: MerchantId; customerId: CustomerId; dir: string },
): Promise<ExportedCustomer | undefined> {
  const found = await readExport({ db, now }, { merchantId, customerId });
  if (found === undefined) return undefined;

  await mkdir(dir, { mode: 0o700 });
  await mkdir(join(dir, 'files'), { mode: 0o700 });
  const files: ExportedFile[] = [];
  for (const { key, of, filename, path } of found.files) {
    files.push({ of, filename, path: (await copyOut(uploads, key, join(dir, path))) ? path : null });
  }
  const { page, json } = found.texts(files);
  await writeFile(join(dir, 'data.json'), json, { mode: 0o600 });
  await writeFile(join(dir, 'index.html'), page, { mode: 0o600 });
  await auditExport(db, { merchantId, customerId, by: null });
  return {
    customers: found.data.customers.length,
    tickets: found.data.tickets.length,
    messages: found.data.messages.length,
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
