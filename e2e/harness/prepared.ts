import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cloneWorlds } from './clone-worlds';
import { createOperator } from './operator';
import { Product } from './product';
import { setUp, worlds } from './world';

/** Tells the workers where the prepared data folder is. */
const FOLDER = 'INBOX_E2E_PREPARED';

/**
 * Runs before all workers: starts one inbox, adds a world with the operator's tool and hundreds like it, and stops it. Each
 * inbox that starts later copies this data folder, which takes a tenth of the time of making the database and running the
 * operator's tool a dozen times.
 * @returns what takes it away after the run
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inbox-prepared-'));
  const leave = () => rm(dataDir, { recursive: true, force: true });
  // Any ports: nobody calls.
  const settings = { PORT: '0', INBOX_SMTP_PORT: '0', INBOX_DATA_DIR: dataDir, INBOX_SEED: 'none', DATABASE_URL: '' };
  const product = new Product(settings);
  try {
    await product.start();
    const [first, ...others] = worlds;
    await setUp(createOperator(settings), first!);
    await cloneWorlds(dataDir, first!, others);
    await product.stop();
  } catch (error) {
    await product.stop();
    await leave();
    throw error;
  }
  process.env[FOLDER] = dataDir;
  return leave;
}

/** Fills an empty data folder with what was prepared. */
export async function copyPrepared(dataDir: string): Promise<void> {
  const prepared = process.env[FOLDER];
  if (prepared === undefined) throw new Error('Playwright has not run harness/prepared.ts as its global setup.');
  // The database's files keep their owner, which for root is another user.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir]);
}
