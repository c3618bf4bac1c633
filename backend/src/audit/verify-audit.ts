import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ChainId } from './tables';
import type { Queryable } from '../platform/db/connection';
import { inTransaction } from '../platform/db/transaction';
import { chainRecords, readChains } from './audit-queries';
import { ChainedLine, checkChain, type ChainCheck, type Checked } from './chain';

export interface ChainResult extends Checked {
  merchant: number;
}

/** Looks at every record of these chains, or of all; as they are at one moment. */
export async function verifyAudit(db: Queryable, only?: ChainId): Promise<ChainResult[]> {
  return inTransaction(
    db,
    async (tx) => {
      const results: ChainResult[] = [];
      for (const chain of await readChains(tx)) {
        if (only !== undefined && chain.merchant_id !== only) continue;
        const begin = { seq: chain.pruned_seq, hash: chain.pruned_hash.toString('hex') };
        const check = checkChain(chain.merchant_id, begin);
        for await (const record of chainRecords(tx, chain.merchant_id, Number.MAX_SAFE_INTEGER)) {
          if (!check.add(record)) break;
        }
        const checked = check.end({ seq: chain.seq, hash: chain.hash.toString('hex') });
        results.push({ merchant: chain.merchant_id, ...checked });
      }
      return results;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** The same of an exported file. Whether its end is the end only the inbox knows. */
export async function verifyExport(path: string): Promise<ChainResult[]> {
  const checks = new Map<number, { check: ChainCheck; isWhole: boolean }>();
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    line += 1;
    const record = recordOf(text);
    if (record === undefined) return [{ merchant: 0, records: line - 1, problem: `Line ${line} is no record.` }];
    const chain = checks.get(record.merchant) ?? { check: checkChain(record.merchant), isWhole: true };
    checks.set(record.merchant, chain);
    if (chain.isWhole) chain.isWhole = chain.check.add(record);
  }
  return [...checks].map(([merchant, { check }]) => ({ merchant, ...check.end() }));
}

function recordOf(text: string) {
  try {
    const { success, data } = ChainedLine.safeParse(JSON.parse(text));
    return success ? data : undefined;
  } catch {
    return undefined;
  }
}
