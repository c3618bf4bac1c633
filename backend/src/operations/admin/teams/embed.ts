import { currentOperator } from '@inbox/federation';
import { addOrigin, listOrigins, originFrom, removeOrigin } from '../../../embed/origins';
import { createEmbedSecret, endEmbedSecrets, KID, listEmbedSecrets, type EmbedSecret } from '../../../embed/secrets';
import {
  AdminError,
  MERCHANT,
  merchantOf,
  table,
  textOf,
  type AdminContext,
  type Command,
  type Values,
} from '../command';

const HOUR_MS = 3_600_000;
/** Hours that a rotated secret's tokens are still good for: enough to give the new one to every server. */
const USUAL_HOURS = 24;
const MOST_HOURS = 720;

const ORIGIN = { name: 'ORIGIN', about: 'scheme, host and perhaps port, such as https://shop.example' } as const;

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
  const { kid, secret } = await createEmbedSecret(db, vault, { merchantId, madeBy: currentOperator() });
  print(`kid: ${kid}`);
  print(`Secret (shown this once): ${secret}`);
  return kid;
}

/** Which pages may show panels of a merchant, and what their servers sign tokens with (docs/embedding-tokens.md). */
export const embedCommands: readonly Command[] = [
  {
    name: 'embed origins add',
    summary: 'let pages of an origin show panels',
    argument: ORIGIN,
    options: { merchant: MERCHANT },
    example: 'https://shop.example --merchant my-shop',
    async run({ db, print }, values, text) {
      const origin = originOf(text);
      const isNew = await addOrigin(db, await merchantOf(db, values), origin);
      print(isNew ? `Pages of ${origin} may show panels.` : `${origin} is in the list already.`);
    },
  },
  {
    name: 'embed origins remove',
    summary: 'stop that; open pages of the origin lose their connection at once',
    argument: ORIGIN,
    options: { merchant: MERCHANT },
    async run({ db, print }, values, text) {
      const origin = originOf(text);
      if (!(await removeOrigin(db, await merchantOf(db, values), origin))) {
        throw new AdminError(`${origin} is not in the list; see pnpm admin embed origins list.`);
      }
      print('Removed.');
    },
  },
  {
    name: 'embed origins list',
    summary: 'show all origins',
    options: { merchant: MERCHANT },
    async run({ db, print }, values) {
      const origins = await listOrigins(db, await merchantOf(db, values));
      if (origins.length === 0) return print('There are none: no page but the inbox shows its panels.');
      for (const origin of origins) print(origin);
    },
  },
  {
    name: 'embed secret create',
    summary: "make a secret that your server signs the page's tokens with",
    details: 'The secret is shown once. The kid names it in the header of each token.',
    options: { merchant: MERCHANT },
    async run(context, values) {
      await makeSecret(context, values);
    },
  },
  {
    name: 'embed secret list',
    summary: 'show all secrets by their kid, never the secrets themselves',
    options: { merchant: MERCHANT },
    async run({ db, print }, values) {
      const secrets = await listEmbedSecrets(db, await merchantOf(db, values));
      if (secrets.length === 0) return print('There are none.');
      for (const line of table(secrets.map((secret) => rowOf(secret, new Date())))) print(line);
    },
  },
  {
    name: 'embed secret rotate',
    summary: 'make a new secret, and let the older ones expire',
    options: {
      merchant: MERCHANT,
      hours: { value: 'NUMBER', about: `hours until the older ones expire (default: ${USUAL_HOURS}; 0: at once)` },
    },
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
    summary: 'refuse the tokens of a secret from now on',
    argument: { name: 'KID', about: "the secret's name in 'embed secret list'" },
    options: { merchant: MERCHANT },
    async run({ db, print }, values, kid) {
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
