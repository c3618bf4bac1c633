import { normalEmail } from '@inbox/domain';
import { deleteIdentities, insertIdentity, listIdentities } from '../../agents/oidc/identity-queries';
import { endSession, endSessionsOf, listRunningSessions } from '../../agents/session-queries';
import type { Queryable } from '../../db/connection';
import { inTransaction } from '../../db/transaction';
import { agentOf } from './agent';
import { AdminError, merchantOf, neededText, table, textOf, type Command, type Values } from './command';

const whose = '--merchant SHORT-NAME --email ADDRESS';
const options = { merchant: { type: 'string' }, email: { type: 'string' } } as const;

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
    usage: whose,
    what: 'Where an agent is signed in: since when, used last, address, browser, and the id that agent sign-out takes.',
    options,
    words: 0,
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
    usage: `${whose} [--session ID]`,
    what: 'Ends every session of an agent, or one: open pages go to the sign-in page.',
    options: { ...options, session: { type: 'string' } },
    words: 0,
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
    usage: `${whose} --issuer ADDRESS --subject TEXT`,
    what: 'Makes an account of the identity provider the agent: for a provider that verifies no e-mail addresses. Its subject is the sub of its ID tokens.',
    options: { ...options, issuer: { type: 'string' }, subject: { type: 'string' } },
    words: 0,
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
    usage: whose,
    what: 'Takes the link to the identity provider away, and ends every session: the next sign-in there is a first one.',
    options,
    words: 0,
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
    usage: '--merchant SHORT-NAME',
    what: "Which of a merchant's agents are linked to which account of the identity provider.",
    options: { merchant: { type: 'string' } },
    words: 0,
    async run({ db, print }, values) {
      const rows = await listIdentities(db, await merchantOf(db, values));
      for (const line of table(rows.map(({ email, issuer, subject }) => [email, issuer, subject]))) print(line);
    },
  },
];
