import { currentOperator } from '@inbox/federation';
import { createPanelToken, listPanelTokens, revokePanelToken, type PanelToken } from '../../../panels/panel-tokens';
import { AdminError, isTaken, neededText, table, textOf, type Command, type Values } from '../command';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;
const MOST_DAYS = 366;

/** What teams publish their panels with. */
export const panelTokenCommands: readonly Command[] = [
  {
    name: 'panel-token create',
    summary: 'make a token with which a team publishes its panel over HTTPS',
    details: "The token is shown once. The team uses it with 'pnpm panel publish PANEL --to https://INBOX'.",
    options: {
      panel: { value: 'PANEL', about: 'the one panel that it can publish', isRequired: true },
      name: { value: 'NAME', about: "who uses it, as the panel's history will show", isRequired: true },
      days: { value: 'NUMBER', about: `days until it expires (default: ${USUAL_DAYS})` },
    },
    example: '--panel loyalty --name loyalty-ci',
    async run({ db, print }, values) {
      const panel = neededText(values, 'panel');
      if (!/^[a-z][a-z0-9-]{1,40}$/.test(panel)) throw new AdminError(`'${panel}' cannot be the name of a panel.`);
      const name = neededText(values, 'name');
      if (!/^[\w.@-]{1,60}$/.test(name)) {
        throw new AdminError('--name takes up to 60 letters, digits, full stops, hyphens and @.');
      }
      const created_at = new Date();
      const expires_at = new Date(created_at.getTime() + daysOf(values) * DAY_MS);
      const token = { panel, name, made_by: currentOperator(), created_at, expires_at };
      const secret = await createPanelToken(db, token).catch((error: unknown) => {
        throw isTaken(error) ? new AdminError(`There is a token '${name}'; names are never used again.`) : error;
      });
      print(`${name} publishes ${panel} until ${dayOf(expires_at)}.`);
      print(`Token (shown this once): ${secret}`);
    },
  },
  {
    name: 'panel-token list',
    summary: 'show all tokens: panel, expiry, and when they were last used',
    options: {},
    async run({ db, print }) {
      const tokens = await listPanelTokens(db);
      if (tokens.length === 0) return print('There are none.');
      for (const line of table(tokens.map((token) => rowOf(token, new Date())))) print(line);
    },
  },
  {
    name: 'panel-token revoke',
    summary: 'refuse a token from now on',
    argument: { name: 'NAME', about: "its name in 'panel-token list'" },
    options: {},
    async run({ db, print }, _values, name) {
      if (!(await revokePanelToken(db, name, new Date()))) {
        throw new AdminError(`There is no token '${name}' that could be used; see pnpm admin panel-token list.`);
      }
      print(`The token '${name}' is revoked.`);
    },
  },
];

function daysOf(values: Values): number {
  const days = Number(textOf(values, 'days') ?? USUAL_DAYS);
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS) {
    throw new AdminError(`--days takes 1 to ${MOST_DAYS}.`);
  }
  return days;
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

const rowOf = ({ name, panel, made_by, created_at, expires_at, revoked_at, last_used_at }: PanelToken, now: Date) => [
  name,
  panel,
  revoked_at !== null
    ? `revoked ${dayOf(revoked_at)}`
    : expires_at <= now
      ? `expired ${dayOf(expires_at)}`
      : `until ${dayOf(expires_at)}`,
  `made ${dayOf(created_at)} by ${made_by}`,
  last_used_at === null ? 'never used' : `last used ${last_used_at.toISOString().slice(0, 16).replace('T', ' ')}`,
];
