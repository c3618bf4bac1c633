import { randomBytes } from 'node:crypto';
import { INBOX_PERMISSION, normalEmail, type AgentId, type MerchantId } from '@inbox/domain';
import { QUICK_REPLIES_PERMISSION, typedNumber } from '@inbox/domain/conversation';
import { OPERATIONS_PERMISSION } from '@inbox/domain/operations';
import type { Queryable } from '../../../platform/db/connection';
import { NEW_AGENT_PERMISSIONS } from '../../../agents/new-agent';
import { deletePasskeysOf } from '../../../agents/passkeys/passkey-queries';
import { deleteSecondStep } from '../../../agents/second-step/second-step-queries';
import { endSessionsOf } from '../../../agents/sessions/session-queries';
import { deleteLinksOf } from '../../../agents/password-reset/password-links';
import { endPendingOf } from '../../../agents/second-step/pending-sign-ins';
import { inTransaction } from '../../../platform/db/transaction';
import { hashPassword, MIN_PASSWORD } from '../../../agents/sign-in/password';
import {
  AdminError,
  isTaken,
  MERCHANT,
  merchantOf,
  neededText,
  refuseTakenInCell,
  table,
  textOf,
  yesNo,
  yesOrNo,
  type AdminContext,
  type Command,
  type Values,
} from '../command';
import { readSecret } from '../secret-input';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const PHONE = /^\+?\d{10,15}$/;

/** The phone that rings first when the agent calls a customer; an empty one takes it away. Undefined: not given. */
function phoneOf(values: Values): string | null | undefined {
  const given = textOf(values, 'phone');
  if (given === undefined) return undefined;
  const phone = typedNumber(given) ?? given.trim();
  if (phone !== '' && !PHONE.test(phone)) throw new AdminError('--phone takes a phone number of 10 to 15 digits.');
  return phone === '' ? null : phone;
}

/** @param unless what holds for a permission that is not given, by its default */
const permissionOptions = (unless: (initial: 'yes' | 'no') => string) => ({
  inbox: yesNo(`may use the inbox${unless('yes')}`),
  'assign-self': yesNo(`may assign tickets to themselves${unless('no')}`),
  'assign-others': yesNo(`may assign tickets to others${unless('no')}`),
  'quick-replies': yesNo(`may change and export quick replies${unless('yes')}`),
  'store-admin': yesNo(`may see the status page, export data and erase customers${unless('no')}`),
  operator: yesNo(`may see 'Panel releases' and roll panels back${unless('no')}`),
});

const PASSWORD = {
  value: 'ask|make',
  about: 'ask: read it from the input; make: make one and show it once',
  choices: ['ask', 'make'],
} as const;

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

/** The named permissions with those that the options give or take; undefined when they say nothing of them. */
function namedPermissionsOf(values: Values, before: readonly string[]): string[] | undefined {
  const options = [
    { permission: INBOX_PERMISSION, given: yesOrNo(values, 'inbox') },
    { permission: QUICK_REPLIES_PERMISSION, given: yesOrNo(values, 'quick-replies') },
    { permission: OPERATIONS_PERMISSION, given: yesOrNo(values, 'operator') },
  ].filter(({ given }) => given !== undefined);
  if (options.length === 0) return undefined;
  const others = before.filter((one) => !options.some(({ permission }) => permission === one));
  return [...others, ...options.flatMap(({ permission, given }) => (given ? [permission] : []))];
}

interface NewPassword {
  text: string;
  /** Shows a password that was made: when it opens something, and not before. */
  show(): void;
}

/** The password on the input, or one that is made. */
async function newPassword(context: AdminContext, how: string): Promise<NewPassword> {
  if (how === 'make') {
    const text = randomBytes(15).toString('base64url');
    return { text, show: () => context.print(`Password (shown this once): ${text}`) };
  }
  const text = await readSecret(context, 'Password: ');
  if (text === '') throw new AdminError('There is no password on the input. Write one, or use --password make.');
  if (text.length < MIN_PASSWORD) throw new AdminError(`A password has at least ${MIN_PASSWORD} characters.`);
  return { text, show: () => undefined };
}

export const agentCommands: readonly Command[] = [
  {
    name: 'agent add',
    summary: 'add an agent who can sign in',
    details:
      'Without options for permissions, the agent can read the inbox, answer what they own, and change quick replies.',
    options: {
      merchant: MERCHANT,
      email: { value: 'ADDRESS', about: 'address to sign in with', isRequired: true },
      'first-name': { value: 'NAME', about: 'first name', isRequired: true },
      'last-name': { value: 'NAME', about: 'last name' },
      phone: { value: 'NUMBER', about: 'phone that rings first when the agent calls a customer' },
      password: { ...PASSWORD, about: `${PASSWORD.about} (default: ask)`, default: 'ask' },
      ...permissionOptions((initial) => ` (default: ${initial})`),
    },
    example: '--merchant my-shop --email me@shop.example --first-name Me --assign-self yes --password make',
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
        user_permissions: namedPermissionsOf(values, NEW_AGENT_PERMISSIONS) ?? [...NEW_AGENT_PERMISSIONS],
        ...permissionsOf(values),
      };
      const password = await newPassword(context, neededText(values, 'password'));
      const password_hash = await hashPassword(password.text);
      await context.db
        .insertInto('agents')
        .values({ ...agent, password_hash })
        .execute()
        .catch((error: unknown) => {
          if (!isTaken(error)) throw error;
          throw new AdminError(`There is an agent '${email}' already. Change it with pnpm admin agent set.`);
        });
      password.show();
      context.print(`Agent '${email}' can sign in at ${context.signInUrl}`);
    },
  },
  {
    name: 'agent list',
    summary: 'show all agents with their permissions',
    options: { merchant: MERCHANT },
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
          row.user_permissions.includes(QUICK_REPLIES_PERMISSION) && 'quick-replies',
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
    summary: 'change permissions, phone or password, or help an agent who lost a device',
    details: 'Open pages follow at once. Disabling, resetting or a new password signs the agent out everywhere.',
    options: {
      merchant: MERCHANT,
      email: { value: 'ADDRESS', about: 'the agent', isRequired: true },
      disabled: yesNo('whether the agent is locked out'),
      phone: { value: 'NUMBER', about: 'phone that rings first; an empty text removes it' },
      password: PASSWORD,
      'second-step': { value: 'reset', about: 'remove the authenticator app and recovery codes', choices: ['reset'] },
      passkeys: { value: 'reset', about: 'remove all passkeys', choices: ['reset'] },
      ...permissionOptions(() => ''),
    },
    example: '--merchant my-shop --email me@shop.example --store-admin yes',
    async run(context, values) {
      const merchantId = await merchantOf(context.db, values);
      const email = normalEmail(neededText(values, 'email'));
      const disabled = yesOrNo(values, 'disabled');
      const how = textOf(values, 'password');
      const phone = phoneOf(values);
      const permissions = permissionsOf(values);
      const [resetsStep, resetsPasskeys] = [values['second-step'] === 'reset', values['passkeys'] === 'reset'];
      const named = namedPermissionsOf(values, []);
      const isNothing = [disabled, how, phone, named].every((each) => each === undefined);
      if (Object.keys(permissions).length === 0 && isNothing && !resetsStep && !resetsPasskeys) {
        throw new AdminError('There is nothing to change; see pnpm admin agent set --help.');
      }
      const password = how === undefined ? undefined : await newPassword(context, how);
      const password_hash = password && (await hashPassword(password.text));
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
      password?.show();
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
