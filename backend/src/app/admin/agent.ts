import { randomBytes } from 'node:crypto';
import { INBOX_PERMISSION, normalEmail, type AgentId, type MerchantId } from '@inbox/domain';
import { OPERATIONS_PERMISSION } from '@inbox/domain/operations';
import type { Queryable } from '../../db/connection';
import { deletePasskeysOf } from '../../agents/passkeys/passkey-queries';
import { deleteSecondStep } from '../../agents/second-step/second-step-queries';
import { endSessionsOf } from '../../agents/session-queries';
import { deleteLinksOf } from '../../main-site/password-reset/password-links';
import { endPendingOf } from '../../main-site/second-step/pending-sign-ins';
import { inTransaction } from '../../db/transaction';
import { hashPassword, MIN_PASSWORD } from '../../agents/password';
import {
  AdminError,
  isTaken,
  merchantOf,
  neededText,
  refuseTakenInCell,
  table,
  textOf,
  yesOrNo,
  type AdminContext,
  type Command,
  type Values,
} from './command';
import { readSecret } from './secret-input';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const PHONE = /^\+?\d{10,15}$/;

/** The phone that rings first when the agent calls a customer; an empty one takes it away. Undefined: not given. */
function phoneOf(values: Values): string | null | undefined {
  const given = textOf(values, 'phone');
  if (given === undefined) return undefined;
  const phone = given.replace(/[\s()-]/g, '');
  if (phone !== '' && !PHONE.test(phone)) throw new AdminError('--phone takes a phone number of 10 to 15 digits.');
  return phone === '' ? null : phone;
}

const permissionOptions = {
  inbox: { type: 'string' },
  'assign-self': { type: 'string' },
  'assign-others': { type: 'string' },
  'store-admin': { type: 'string' },
  operator: { type: 'string' },
} as const;
const permissionUsage =
  '[--inbox yes|no] [--assign-self yes|no] [--assign-others yes|no] [--store-admin yes|no] [--operator yes|no] [--password ask|make]';

/** The columns that the permission options name; only those that are given. */
function permissionsOf(values: Values) {
  const self = yesOrNo(values, 'assign-self');
  const others = yesOrNo(values, 'assign-others');
  const admin = yesOrNo(values, 'store-admin');
  return {
    ...(self !== undefined && { can_assign_ticket_to_self: self }),
    ...(others !== undefined && { can_assign_ticket_to_other_agent: others }),
    ...(admin !== undefined && { is_store_admin: admin }),
  };
}

/** @throws AdminError for another word than reset */
function isReset(values: Values, option: 'second-step' | 'passkeys'): boolean {
  const given = textOf(values, option);
  if (given !== undefined && given !== 'reset') throw new AdminError(`--${option} takes reset.`);
  return given === 'reset';
}

/** The named permissions with those that the options give or take; undefined when they say nothing of them. */
function namedPermissionsOf(values: Values, before: readonly string[]): string[] | undefined {
  const options = [
    { permission: INBOX_PERMISSION, given: yesOrNo(values, 'inbox') },
    { permission: OPERATIONS_PERMISSION, given: yesOrNo(values, 'operator') },
  ].filter(({ given }) => given !== undefined);
  if (options.length === 0) return undefined;
  const others = before.filter((one) => !options.some(({ permission }) => permission === one));
  return [...others, ...options.flatMap(({ permission, given }) => (given ? [permission] : []))];
}

/** The password asked for, or one made and shown this once. */
async function newPassword(context: AdminContext, how: string): Promise<string> {
  if (how === 'make') {
    const made = randomBytes(15).toString('base64url');
    context.print(`Password (shown this once): ${made}`);
    return made;
  }
  if (how !== 'ask') throw new AdminError('--password takes ask or make.');
  const given = await readSecret(context, 'Password: ');
  if (given.length < MIN_PASSWORD) throw new AdminError(`A password has at least ${MIN_PASSWORD} characters.`);
  return given;
}

export const agentCommands: readonly Command[] = [
  {
    name: 'agent add',
    usage: `--merchant SHORT-NAME --email ADDRESS --first-name NAME [--last-name NAME] [--phone NUMBER] ${permissionUsage}`,
    what: 'A new agent, by default with the inbox and no other permission; the password is asked for, read from the input, or made.',
    options: {
      merchant: { type: 'string' },
      email: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      phone: { type: 'string' },
      password: { type: 'string', default: 'ask' },
      ...permissionOptions,
    },
    words: 0,
    async run(context, values) {
      const merchant_id = await merchantOf(context.db, values);
      const email = normalEmail(neededText(values, 'email'));
      if (!EMAIL.test(email)) throw new AdminError(`'${email}' is not an e-mail address.`);
      await refuseTakenInCell(context, 'email', email);
      const agent = {
        merchant_id,
        email,
        first_name: neededText(values, 'first-name'),
        last_name: textOf(values, 'last-name')?.trim() ?? '',
        phone: phoneOf(values) ?? null,
        user_permissions: namedPermissionsOf(values, [INBOX_PERMISSION]) ?? [INBOX_PERMISSION],
        ...permissionsOf(values),
      };
      const password_hash = await hashPassword(await newPassword(context, neededText(values, 'password')));
      await context.db
        .insertInto('agents')
        .values({ ...agent, password_hash })
        .execute()
        .catch((error: unknown) => {
          throw isTaken(error) ? new AdminError(`There is an agent '${email}' already.`) : error;
        });
      context.print(`Agent '${email}' can sign in.`);
    },
  },
  {
    name: 'agent list',
    usage: '--merchant SHORT-NAME',
    what: "A merchant's agents with their permissions.",
    options: { merchant: { type: 'string' } },
    words: 0,
    async run({ db, print }, values) {
      const rows = await db
        .selectFrom('agents')
        .selectAll()
        .where('merchant_id', '=', await merchantOf(db, values))
        .orderBy('id')
        .execute();
      const lines = rows.map((row) => [
        row.email,
        `${row.first_name} ${row.last_name}`.trim(),
        [
          row.disabled && 'disabled',
          row.user_permissions.includes(INBOX_PERMISSION) && 'inbox',
          row.can_assign_ticket_to_self && 'assign-self',
          row.can_assign_ticket_to_other_agent && 'assign-others',
          row.is_store_admin && 'store-admin',
          row.user_permissions.includes(OPERATIONS_PERMISSION) && 'operator',
        ]
          .filter(Boolean)
          .join(', '),
      ]);
      for (const line of table(lines)) print(line);
    },
  },
  {
    name: 'agent set',
    usage: `--merchant SHORT-NAME --email ADDRESS [--disabled yes|no] [--phone NUMBER] [--second-step reset] [--passkeys reset] ${permissionUsage}`,
    what: 'Changes what an agent may do, the phone for calls (empty: none), or the password; --second-step reset takes the authenticator app and the recovery codes away, for who has lost both, and --passkeys reset all passkeys, as of a device that was stolen. Open pages follow at once; an agent who is disabled, reset, or has a new password is signed out everywhere.',
    options: {
      merchant: { type: 'string' },
      email: { type: 'string' },
      disabled: { type: 'string' },
      phone: { type: 'string' },
      password: { type: 'string' },
      'second-step': { type: 'string' },
      passkeys: { type: 'string' },
      ...permissionOptions,
    },
    words: 0,
    async run(context, values) {
      const merchantId = await merchantOf(context.db, values);
      const email = normalEmail(neededText(values, 'email'));
      const disabled = yesOrNo(values, 'disabled');
      const how = textOf(values, 'password');
      const phone = phoneOf(values);
      const permissions = permissionsOf(values);
      const [resetsStep, resetsPasskeys] = [isReset(values, 'second-step'), isReset(values, 'passkeys')];
      const named = namedPermissionsOf(values, []);
      const isNothing = [disabled, how, phone, named].every((each) => each === undefined);
      if (Object.keys(permissions).length === 0 && isNothing && !resetsStep && !resetsPasskeys) {
        throw new AdminError('There is nothing to change; see pnpm admin --help.');
      }
      const password_hash = how === undefined ? undefined : await hashPassword(await newPassword(context, how));
      await inTransaction(context.db, async (tx) => {
        const { id: agent_id, user_permissions: before } = await agentOf(tx, merchantId, email);
        const user_permissions = namedPermissionsOf(values, before);
        await tx
          .updateTable('agents')
          .set({
            ...permissions,
            ...(user_permissions && { user_permissions }),
            ...(disabled !== undefined && { disabled }),
            ...(phone !== undefined && { phone }),
            ...(password_hash !== undefined && { password_hash }),
            email,
          })
          .where('merchant_id', '=', merchantId)
          .where('id', '=', agent_id)
          .execute();
        const agent = { merchant_id: merchantId, agent_id };
        if (resetsStep && !(await deleteSecondStep(tx, agent))) {
          throw new AdminError(`'${email}' signs in with the password alone: there is nothing to reset.`);
        }
        if (resetsPasskeys && (await deletePasskeysOf(tx, agent)) === 0) {
          throw new AdminError(`'${email}' has no passkeys.`);
        }
        if (disabled || password_hash !== undefined || resetsStep || resetsPasskeys) {
          await endSessionsOf(tx, agent, new Date());
          await endPendingOf(tx, agent);
          await deleteLinksOf(tx, agent);
        }
      });
      context.print('Changed.');
    },
  },
];

/** @throws AdminError when the merchant has no agent with this address */
export async function agentOf(
  db: Queryable,
  merchantId: MerchantId,
  email: string,
): Promise<{ id: AgentId; user_permissions: string[] }> {
  const row = await db
    .selectFrom('agents')
    .select(['id', 'user_permissions'])
    .where('merchant_id', '=', merchantId)
    .where('email', '=', email)
    .executeTakeFirst();
  if (!row) throw new AdminError(`This merchant has no agent '${email}'.`);
  return row;
}
