import { normalEmail } from '@inbox/domain';
import { searchAudit } from '../../../audit/audit-queries';
import { exportAudit } from '../../../audit/export-audit';
import { readContent } from '../../../audit/read-content';
import { verifyAudit, verifyExport, type ChainResult } from '../../../audit/verify-audit';
import type { ChainId } from '../../../audit/tables';
import type { Queryable } from '../../../platform/db/connection';
import { codeOf } from '../../../platform/errors/errors';
import {
  AdminError,
  MERCHANT,
  merchantOf,
  neededText,
  pathFrom,
  table,
  textOf,
  type Command,
  type Values,
} from '../command';

const SHOWN = 100;
const MOST_SHOWN = 10_000;

/** The chain of the merchant that is named; of the installation, which has no merchant, when none is. */
const chainOf = async (db: Queryable, values: Values): Promise<ChainId> =>
  textOf(values, 'merchant') === undefined ? 0 : merchantOf(db, values);

const onlyChain = async (db: Queryable, values: Values): Promise<ChainId | undefined> =>
  textOf(values, 'merchant') === undefined ? undefined : merchantOf(db, values);

function timeOf(values: Values, name: string): Date | undefined {
  const text = textOf(values, name);
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) {
    throw new AdminError(`--${name} takes a day (2026-11-23) or a time (2026-11-23T14:00Z).`);
  }
  return time;
}

function limitOf(values: Values): number {
  const text = textOf(values, 'limit');
  if (text === undefined) return SHOWN;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_SHOWN) {
    throw new AdminError(`--limit takes a number up to ${MOST_SHOWN}.`);
  }
  return limit;
}

interface KnownAgent {
  id: number;
  email: string;
}

const agentsOf = async (db: Queryable, chain: ChainId): Promise<KnownAgent[]> =>
  chain === 0 ? [] : db.selectFrom('agents').select(['id', 'email']).where('merchant_id', '=', chain).execute();

/** An address stands for the agent. */
function whoOf(values: Values, agents: readonly KnownAgent[]): string | undefined {
  const who = textOf(values, 'who')?.trim();
  if (!who?.includes('@')) return who;
  const agent = agents.find(({ email }) => email === normalEmail(who));
  if (agent === undefined) throw new AdminError(`This merchant has no agent '${who}'.`);
  return `agent:${agent.id}`;
}

function lineOf(record: { seq: number; content: string }, agents: readonly KnownAgent[]): string[] {
  const { at, who, what, about, from, changes, fields, ids } = readContent(record.content);
  const agent = agents.find(({ id }) => who === `agent:${id}`);
  const said = [
    ...Object.entries(changes).map(
      ([name, values]) => `${name}: ${values.map((one) => JSON.stringify(one)).join(' → ')}`,
    ),
    ...fields.map((name) => `${name} changed`),
    ...Object.entries(ids).map(([name, id]) => `${name} ${String(id)}`),
  ];
  const place = [from.address, from.product, from.command ?? from.call].filter(Boolean).join(' ');
  return [String(record.seq), at, agent?.email ?? who, what, about, place, said.join(', ')];
}

function tellResults(results: readonly ChainResult[], print: (line: string) => void): void {
  for (const { merchant, records, problem } of results) {
    const whose = merchant === 0 ? 'of the installation' : `of merchant ${merchant}`;
    print(problem === null ? `✓ The chain ${whose} is whole: ${records} records.` : `✗ The chain ${whose}: ${problem}`);
  }
  const broken = results.filter(({ problem }) => problem !== null).length;
  if (broken > 0) throw new AdminError(`${broken} of ${results.length} chains are not what they were.`);
}

export const auditCommands: readonly Command[] = [
  {
    name: 'audit',
    summary: 'show who did what, newest first',
    details:
      "Without --merchant you see what belongs to the installation: releases of panels, panel tokens, keys. See 'audit verify' and 'audit export' for the chain of records.",
    options: {
      merchant: { ...MERCHANT, isRequired: false },
      who: { value: 'WHO', about: "an agent's address, or operator, system, database, publisher" },
      what: { value: 'WHAT', about: 'ticket, ticket.changed, reply, agent …, or ticket:123, customer:5' },
      since: { value: 'TIME', about: 'only records from then on, such as 2026-11-01' },
      until: { value: 'TIME', about: 'only records before then' },
      limit: { value: 'NUMBER', about: `how many (default: ${SHOWN})` },
    },
    example: '--merchant my-shop --who asha@shop.example --since 2026-11-01',
    async run({ db, print }, values) {
      const chain = await chainOf(db, values);
      const agents = await agentsOf(db, chain);
      const search = {
        who: whoOf(values, agents),
        what: textOf(values, 'what')?.trim(),
        since: timeOf(values, 'since'),
        until: timeOf(values, 'until'),
      };
      const found = await searchAudit(db, chain, search, limitOf(values));
      for (const line of table(found.map((record) => lineOf(record, agents)))) print(line);
      if (found.length === 0) print('Nothing was found.');
    },
  },
  {
    name: 'audit verify',
    summary: 'check that no record was changed, removed or inserted',
    details: 'Follows the hashes from record to record. Ends with 1 if a chain is broken.',
    options: {
      merchant: { ...MERCHANT, about: 'only this chain (default: all)', isRequired: false },
      from: { value: 'FILE', about: 'check an exported file instead of the database' },
    },
    async run({ db, print }, values) {
      const from = textOf(values, 'from');
      if (from === undefined) return tellResults(await verifyAudit(db, await onlyChain(db, values)), print);
      const results = await verifyExport(pathFrom(process.env, from)).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? new AdminError(`There is no file ${from}.`) : error;
      });
      tellResults(results, print);
    },
  },
  {
    name: 'audit export',
    summary: 'write all records to a file of JSON lines, to store elsewhere',
    options: {
      merchant: { ...MERCHANT, about: 'only this merchant (default: all)', isRequired: false },
      to: { value: 'FILE', about: 'a new file', isRequired: true },
    },
    example: '--to /mnt/elsewhere/audit-2026-11.jsonl',
    async run({ db, print }, values) {
      const to = pathFrom(process.env, neededText(values, 'to'));
      const records = await exportAudit(db, to, await onlyChain(db, values)).catch((error: unknown) => {
        throw codeOf(error) === 'EEXIST' ? new AdminError(`${to} is there already.`) : error;
      });
      print(`${records} records are in ${to}.`);
    },
  },
];
