import { personHere } from '@inbox/federation';
import { addOrigin, listOrigins, originFrom, removeOrigin } from '../../embed/origins';
import { createEmbedSecret, endEmbedSecrets, KID, listEmbedSecrets, type EmbedSecret } from '../../embed/secrets';
import { AdminError, merchantOf, table, textOf, type AdminContext, type Command, type Values } from './command';

const HOUR_MS = 3_600_000;
/** Hours that a rotated secret's tokens are still good for: enough to give the new one to every server. */
const USUAL_HOURS = 24;
const MOST_HOURS = 720;

const merchant = { merchant: { type: 'string' } } as const;

function originOf(text: string): string {
  const origin = originFrom(text);
  if (origin === null) {
    throw new AdminError(
      `'${text}' is no origin: it is a scheme, a host and perhaps a port, as https://shop.example. Wildcards are not taken.`,
    );
  }
  return origin;
}

async function makeSecret({ db, vault, print }: AdminContext, values: Values): Promise<string> {
  const merchantId = await merchantOf(db, values);
  const { kid, secret } = await createEmbedSecret(db, vault, { merchantId, madeBy: personHere() });
  print(`kid: ${kid}`);
  print(`Secret (shown this once): ${secret}`);
  return kid;
}

/** Which pages may show panels of a merchant, and what their servers sign tokens with (docs/embedding-tokens.md). */
export const embedCommands: readonly Command[] = [
  {
    name: 'embed origins add',
    usage: 'ORIGIN --merchant SHORT-NAME',
    what: "Lets pages of this origin show panels of the merchant: they may read calls, panels' files and events, and put the frame in. The list is empty at first.",
    options: merchant,
    words: 1,
    async run({ db, print }, values, [text = '']) {
      const origin = originOf(text);
      const isNew = await addOrigin(db, await merchantOf(db, values), origin);
      print(isNew ? `Pages of ${origin} may show panels.` : `${origin} is in the list already.`);
    },
  },
  {
    name: 'embed origins remove',
    usage: 'ORIGIN --merchant SHORT-NAME',
    what: 'Ends that; open pages of the origin lose their socket at once.',
    options: merchant,
    words: 1,
    async run({ db, print }, values, [text = '']) {
      const origin = originOf(text);
      if (!(await removeOrigin(db, await merchantOf(db, values), origin))) {
        throw new AdminError(`${origin} is not in the list; see pnpm admin embed origins list.`);
      }
      print('Removed.');
    },
  },
  {
    name: 'embed origins list',
    usage: '--merchant SHORT-NAME',
    what: 'The origins whose pages may show panels of the merchant.',
    options: merchant,
    words: 0,
    async run({ db, print }, values) {
      const origins = await listOrigins(db, await merchantOf(db, values));
      if (origins.length === 0) return print('There are none: no page but the inbox shows its panels.');
      for (const origin of origins) print(origin);
    },
  },
  {
    name: 'embed secret create',
    usage: '--merchant SHORT-NAME',
    what: "A secret with which the server of an embedding page signs tokens for it. It is shown this once; the kid names it in the tokens' header.",
    options: merchant,
    words: 0,
    async run(context, values) {
      await makeSecret(context, values);
    },
  },
  {
    name: 'embed secret list',
    usage: '--merchant SHORT-NAME',
    what: 'The secrets of the merchant by their kid, by whom and when they were made, and until when they can be used.',
    options: merchant,
    words: 0,
    async run({ db, print }, values) {
      const secrets = await listEmbedSecrets(db, await merchantOf(db, values));
      if (secrets.length === 0) return print('There are none.');
      for (const line of table(secrets.map((secret) => rowOf(secret, new Date())))) print(line);
    },
  },
  {
    name: 'embed secret rotate',
    usage: '--merchant SHORT-NAME [--hours 24]',
    what: 'A new secret; all others of the merchant end so many hours later, 0 for at once.',
    options: { ...merchant, hours: { type: 'string' } },
    words: 0,
    async run(context, values) {
      const hours = hoursOf(values);
      const allBut = await makeSecret(context, values);
      const at = new Date(Date.now() + hours * HOUR_MS);
      const ended = await endEmbedSecrets(context.db, { merchantId: await merchantOf(context.db, values), at, allBut });
      context.print(
        ended === 0 ? 'There was no other.' : `${ended} older ${ended === 1 ? 'one ends' : 'ones end'} ${timeOf(at)}.`,
      );
    },
  },
  {
    name: 'embed secret revoke',
    usage: 'KID --merchant SHORT-NAME',
    what: 'Ends a secret: its tokens are refused from now on, and their sockets close.',
    options: merchant,
    words: 1,
    async run({ db, print }, values, [kid = '']) {
      const merchantId = await merchantOf(db, values);
      if (!KID.test(kid) || (await endEmbedSecrets(db, { merchantId, at: new Date(), kid })) === 0) {
        throw new AdminError('There is no such secret that could be used; see pnpm admin embed secret list.');
      }
      print(`The secret ${kid} is revoked.`);
    },
  },
];

function hoursOf(values: Values): number {
  const hours = Number(textOf(values, 'hours') ?? USUAL_HOURS);
  if (!Number.isInteger(hours) || hours < 0 || hours > MOST_HOURS) {
    throw new AdminError(`--hours takes 0 to ${MOST_HOURS}.`);
  }
  return hours;
}

const timeOf = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

const rowOf = ({ kid, made_by, created_at, ends_at }: EmbedSecret, now: Date): string[] => [
  kid,
  ends_at === null ? 'in use' : `${ends_at <= now ? 'ended' : 'ends'} ${timeOf(ends_at)}`,
  `made ${timeOf(created_at)} by ${made_by}`,
];
