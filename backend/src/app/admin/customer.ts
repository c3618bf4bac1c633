import { lastTenDigits, normalEmail, type CustomerId, type MerchantId } from '@inbox/domain';
import type { Queryable } from '../../db/connection';
import { codeOf } from '../../lib/error-words';
import { exportCustomer } from '../../privacy/export-customer';
import { AdminError, merchantOf, neededText, pathFrom, type Command, type Values } from './command';

const NUMBER = /^\d{1,9}$/;
const PHONE = /^\+?[\d ()-]{10,20}$/;

/** By number, or by an e-mail address or phone number that only one customer has. */
async function customerOf(db: Queryable, merchantId: MerchantId, values: Values): Promise<CustomerId> {
  const given = neededText(values, 'customer');
  if (NUMBER.test(given)) return Number(given) as CustomerId;
  const phone = PHONE.test(given) ? lastTenDigits(given.replace(/\D/g, '')) : null;
  const rows = await db
    .selectFrom('customers')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('joined_into', 'is', null)
    .where((eb) =>
      phone === null
        ? eb(eb.fn('lower', ['email']), '=', normalEmail(given))
        : eb(eb.fn('right', ['phone', eb.val(10)]), '=', phone),
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

export const customerCommands: readonly Command[] = [
  {
    name: 'customer export',
    usage: '--merchant SHORT-NAME --customer NUMBER|E-MAIL|PHONE --to DIR',
    what: 'Writes all that is stored of a customer, joined entries included, into a new folder: a page to read (index.html), the same for programs (data.json), and the files. The audit says that it was done.',
    options: { merchant: { type: 'string' }, customer: { type: 'string' }, to: { type: 'string' } },
    words: 0,
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
