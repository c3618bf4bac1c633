import { normalEmail } from '@inbox/domain';
import { deleteIdentities, insertIdentity, listIdentities } from '../../../agents/oidc/identity-queries';
import { endSession, endSessionsOf, listRunningSessions } from '../../../agents/sessions/session-queries';
import type { Queryable } from '../../../platform/db/connection';
import { inTransaction } from '../../../platform/db/transaction';
import { agentOf } from './agent';
import { AdminError, MERCHANT, merchantOf, neededText, table, textOf, type Command, type Values } from '../command';

const AGENT = { merchant: MERCHANT, email: { value: 'ADDRESS', about: 'the agent', isRequired: true } } as const;

/** As long as OpenID Connect lets a `sub` be. */
const LONGEST_SUBJECT = 255;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function named(db: Queryable, values: Values) {
  const merchant_id = await merchantOf(db, values);
  const { id: agent_id } = await agentOf(db, merchant_id, normalEmail(neededText(values, 'email')));
  return { merchant_id, agent_id };
}

/** To the minute, in UTC. */
const minute = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')}Z`;

/** How agents sign in, and where they have. */
export const signInCommands: readonly Command[] = [
  {
    name: 'agent sessions',
    summary: 'show where an agent is signed in',
    options: AGENT,
    async run({ db, print }, values) {
      const rows = await listRunningSessions(db, await named(db, values), new Date());
      if (rows.length === 0) return print('Not signed in anywhere.');
      const lines = rows.map(({ id, created_at, used_at, address, browser }) => [
        minute(created_at),
        minute(used_at),
        address ?? '-',
        browser ?? '-',
        id,
      ]);
      for (const line of table([['signed in', 'last used', 'address', 'browser', 'id'], ...lines])) print(line);
    },
  },
  {
    name: 'agent sign-out',
    summary: 'end all sessions of an agent, or one',
    options: { ...AGENT, session: { value: 'ID', about: "only this one, by its id in 'agent sessions'" } },
    async run({ db, print }, values) {
      const agent = await named(db, values);
      const id = textOf(values, 'session');
      if (id === undefined) {
        await endSessionsOf(db, agent, new Date());
      } else if (!UUID.test(id) || !(await endSession(db, { id, ...agent }, new Date()))) {
        throw new AdminError('This agent has no such session; see pnpm admin agent sessions.');
      }
      print('Signed out.');
    },
  },
  {
    name: 'agent link',
    summary: 'link an agent to an account at the identity provider',
    details: 'Needed only if the provider does not verify e-mail addresses.',
    options: {
      ...AGENT,
      issuer: { value: 'URL', about: "the provider's issuer", isRequired: true },
      subject: { value: 'TEXT', about: 'sub of the ID tokens', isRequired: true },
    },
    example: '--merchant my-shop --email asha@shop.example --issuer https://id.shop.example --subject 4f1c',
    async run({ db, print }, values) {
      const agent = await named(db, values);
      const of = { issuer: neededText(values, 'issuer'), subject: neededText(values, 'subject') };
      if (of.subject.length > LONGEST_SUBJECT) {
        throw new AdminError(`A subject has at most ${LONGEST_SUBJECT} characters.`);
      }
      if (!(await insertIdentity(db, { ...agent, ...of, linked_at: new Date() }))) {
        throw new AdminError('The agent or the account is linked already; see pnpm admin agent identities.');
      }
      print('Linked.');
    },
  },
  {
    name: 'agent unlink',
    summary: 'remove that link, and end all sessions of the agent',
    options: AGENT,
    async run({ db, print }, values) {
      const agent = await named(db, values);
      const count = await inTransaction(db, async (tx) => {
        const deleted = await deleteIdentities(tx, agent);
        if (deleted > 0) await endSessionsOf(tx, agent, new Date());
        return deleted;
      });
      if (count === 0) throw new AdminError('This agent is linked to no identity provider.');
      print('Unlinked.');
    },
  },
  {
    name: 'agent identities',
    summary: 'show which agents are linked to which account',
    options: { merchant: MERCHANT },
    async run({ db, print }, values) {
      const rows = await listIdentities(db, await merchantOf(db, values));
      for (const line of table(rows.map(({ email, issuer, subject }) => [email, issuer, subject]))) print(line);
    },
  },
];
