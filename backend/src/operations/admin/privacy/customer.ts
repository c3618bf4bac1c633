import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { normalEmail, type CustomerId, type MerchantId } from '@inbox/domain';
import type { Queryable } from '../../../platform/db/connection';
import { readHomeCountry } from '../../../phone-numbers/home-country';
import { readTypedNumber } from '../../../phone-numbers/read-number';
import { isOneOf, writtenForms } from '../../../phone-numbers/written-forms';
import { codeOf } from '../../../platform/errors/errors';
import { findJoined, readCustomerData } from '../../../privacy/customer-data';
import { Certificate } from '../../../privacy/erase/certificate';
import { certificatePage } from '../../../privacy/erase/certificate-page';
import { eraseCustomer } from '../../../privacy/erase/erase-customer';
import { findErasure } from '../../../privacy/erase/erasure-queries';
import { finishErasures } from '../../../privacy/erase/finish-erasures';
import { RewritePostponed } from '../../../privacy/erase/rewrite-storage';
import { exportCustomer } from '../../../privacy/export-customer';
import {
  AdminError,
  MERCHANT,
  merchantOf,
  neededText,
  pathFrom,
  table,
  textOf,
  type AdminContext,
  type Command,
  type Values,
} from '../command';

const CUSTOMER = {
  value: 'CUSTOMER',
  about: 'number, e-mail address or phone number',
  isRequired: true,
} as const;

const NUMBER = /^\d{1,9}$/;

/** By number, or by an e-mail address or phone number that only one customer has. */
async function customerOf(db: Queryable, merchantId: MerchantId, values: Values): Promise<CustomerId> {
  const given = neededText(values, 'customer');
  if (NUMBER.test(given)) return Number(given) as CustomerId;
  const home = await readHomeCountry(db, merchantId);
  const phone = readTypedNumber(given, home);
  const rows = await db
    .selectFrom('customers')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('joined_into', 'is', null)
    .where((eb) =>
      phone === null
        ? eb(eb.fn('lower', ['email']), '=', normalEmail(given))
        : isOneOf('phone', writtenForms(phone, home)),
    )
    .orderBy('id')
    .execute();
  const [only, ...others] = rows;
  if (only === undefined) throw new AdminError(`This merchant has no customer '${given}'.`);
  if (others.length > 0) {
    throw new AdminError(
      `Several customers have '${given}': ${rows.map(({ id }) => id).join(', ')}. Name one by number.`,
    );
  }
  return only.id;
}

/** @throws AdminError where this inbox cannot erase: in tests without a data folder */
function erasingIn({ erasing }: Pick<AdminContext, 'erasing'>): NonNullable<AdminContext['erasing']> {
  if (erasing === undefined) throw new AdminError('There is no data folder to erase from.');
  return erasing;
}

/** Who it is, for the operator to look at before it is too late. */
async function describe(db: Queryable, merchantId: MerchantId, ids: readonly CustomerId[]): Promise<string[]> {
  const { customers, tickets, messages } = await readCustomerData(db, merchantId, ids);
  const lines = customers.map(({ id, full_name, email, phone }) => [String(id), full_name, email ?? '', phone ?? '']);
  return [...table(lines), `${tickets.length} tickets with ${messages.length} messages.`];
}

/** Writes a certificate: as a page under the name that is given, and as JSON beside it. */
async function writeCertificate(path: string, certificate: Certificate): Promise<string[]> {
  const plain = path.replace(/\.(html|json)$/, '');
  const files = [`${plain}.html`, `${plain}.json`];
  const texts = [certificatePage(certificate), `${JSON.stringify(certificate, null, 2)}\n`];
  for (const [at, file] of files.entries()) {
    await writeFile(file, texts[at] ?? '', { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw new AdminError(`${file} is there already.`);
      if (codeOf(error) === 'ENOENT') throw new AdminError(`The folder of ${file} is not there.`);
      throw error;
    });
  }
  return files;
}

async function answerOf({ input, print }: AdminContext, question: string): Promise<string> {
  print(question);
  for await (const line of createInterface({ input })) return line.trim();
  return '';
}

/** Says what there is to say of a certificate, and writes it. */
async function certified(
  { print }: AdminContext,
  certificate: Certificate | undefined,
  { id, to }: { id: number; to: string | undefined },
): Promise<void> {
  if (certificate === undefined) {
    throw new AdminError(
      `Another process is completing erasure ${id}: run 'pnpm admin customer certificate' afterwards.`,
    );
  }
  const { storage, archives, sha256 } = certificate;
  const wal = storage.wal === 'removed' ? ', the log of changes is removed' : '';
  print(`Erasure ${id}: ${storage.tables_rewritten} tables rewritten in ${(storage.ms / 1000).toFixed(1)} s${wal}.`);
  for (const { name, deleted_on } of archives) {
    print(`${name} still has it${deleted_on === null ? '' : `, until ${deleted_on.slice(0, 10)}`}.`);
  }
  print(`SHA-256 of the certificate: ${sha256}`);
  if (to === undefined) return;
  for (const file of await writeCertificate(pathFrom(process.env, to), certificate)) print(file);
}

export const customerCommands: readonly Command[] = [
  {
    name: 'customer erase',
    summary: 'erase a customer everywhere; numbers for reports stay',
    details:
      'Erases profile, messages, notes, files, search texts, orders, unsent replies and dead letters, also of joined entries. Then the tables are rewritten, each locked meanwhile, so that nothing stays on the disk.',
    options: {
      merchant: MERCHANT,
      customer: CUSTOMER,
      certificate: { value: 'FILE', about: 'write what was erased, as FILE.html and FILE.json' },
      later: { about: 'rewrite the tables in the coming night' },
      yes: { about: 'do not ask first' },
    },
    example: '--merchant my-shop --customer meera@mail.example --certificate meera-erased',
    async run(context, values) {
      const { db, print } = context;
      const { deps, finish } = erasingIn(context);
      const merchantId = await merchantOf(db, values);
      const customerId = await customerOf(db, merchantId, values);
      const ids = await findJoined(db, merchantId, customerId);
      if (ids.length === 0) throw new AdminError(`This merchant has no customer ${customerId}.`);
      const to = textOf(values, 'certificate');
      if (to !== undefined && values['later'] === true) {
        throw new AdminError("With --later there is no certificate yet: 'pnpm admin customer certificate' writes it.");
      }
      for (const line of await describe(db, merchantId, ids)) print(line);
      if (values['yes'] !== true && (await answerOf(context, "Erase for good? Type 'erase':")) !== 'erase') {
        throw new AdminError('Nothing was erased.');
      }
      const done = await eraseCustomer(deps, { merchantId, customerId, by: null });
      if (done === undefined) throw new AdminError(`Customer ${customerId} was erased before.`);
      for (const line of table(Object.entries(done.counts).map(([kind, count]) => [String(count), kind]))) print(line);
      if (done.left !== undefined) print(`${done.left} The inbox tries again in the coming night.`);
      if (values['later'] === true) {
        print(`Erasure ${done.id}. Old versions of rows are removed from the disk in the coming night.`);
        return;
      }
      const certificates = await finishErasures(finish).catch((error: unknown) => {
        if (!(error instanceof RewritePostponed)) throw error;
        throw new AdminError(
          `It is erased, and old versions of rows are still on the disk: ${error.message} The inbox tries again in the coming night; or run 'pnpm admin customer certificate'.`,
        );
      });
      await certified(
        context,
        certificates.find(({ erasure }) => erasure === done.id),
        { id: done.id, to },
      );
    },
  },
  {
    name: 'customer certificate',
    summary: 'write the certificate of an erasure',
    details: 'If old rows are still on the disk, they are removed first.',
    options: {
      merchant: MERCHANT,
      erasure: { value: 'NUMBER', about: 'the erasure, as customer erase printed it', isRequired: true },
      to: { value: 'FILE', about: 'write FILE.html and FILE.json' },
    },
    example: '--merchant my-shop --erasure 12 --to meera-erased',
    async run(context, values) {
      const { finish } = erasingIn(context);
      const merchantId = await merchantOf(context.db, values);
      const id = Number(neededText(values, 'erasure'));
      const known = Number.isSafeInteger(id) ? await findErasure(context.db, merchantId, id) : undefined;
      if (known === undefined) throw new AdminError(`This merchant has no erasure '${neededText(values, 'erasure')}'.`);
      if (known.certificate === null) {
        await finishErasures(finish).catch((error: unknown) => {
          if (error instanceof RewritePostponed) throw new AdminError(error.message);
          throw error;
        });
      }
      const text = (await findErasure(context.db, merchantId, id))?.certificate;
      const certificate = text ? Certificate.parse(JSON.parse(text)) : undefined;
      await certified(context, certificate, { id, to: textOf(values, 'to') });
    },
  },
  {
    name: 'customer export',
    summary: 'write everything that is stored about a customer into a folder',
    details: 'The folder has a page to read (index.html), the same for programs (data.json), and the files.',
    options: {
      merchant: MERCHANT,
      customer: CUSTOMER,
      to: { value: 'DIR', about: 'a new folder', isRequired: true },
    },
    example: '--merchant my-shop --customer meera@mail.example --to meera',
    async run({ db, uploads, print }, values) {
      const merchantId = await merchantOf(db, values);
      const customerId = await customerOf(db, merchantId, values);
      const dir = pathFrom(process.env, neededText(values, 'to'));
      const done = await exportCustomer({ db, uploads, now: new Date() }, { merchantId, customerId, dir }).catch(
        (error: unknown) => {
          if (codeOf(error) === 'EEXIST') throw new AdminError(`${dir} is there already.`);
          if (codeOf(error) === 'ENOENT') throw new AdminError(`The folder that ${dir} would be in is not there.`);
          throw error;
        },
      );
      if (done === undefined) throw new AdminError(`This merchant has no customer ${customerId}.`);
      const { customers, tickets, messages, files, missing } = done;
      print(`${dir} has ${customers} entries, ${tickets} tickets, ${messages} messages and ${files - missing} files.`);
      if (missing > 0) print(`${missing} files are named and not stored any more.`);
    },
  },
];
