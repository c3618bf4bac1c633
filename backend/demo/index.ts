import { openStore } from '../src/platform/db/connection';
import type { Vault } from '../src/accounts/vault';
import type { Uploads } from '../src/platform/files/uploads';
import { seedDemo } from './seed';
import type { Settings } from '../src/app/settings/settings';

/** Shows how far something is: one line that is written over in a terminal, a line for every tenth elsewhere. */
function showProgress(what: string, isTerminal: boolean, write: (text: string) => void) {
  let shown = -1;
  return (done: number, all: number): void => {
    const percent = all === 0 ? 100 : Math.floor((done / all) * 100);
    const step = isTerminal ? percent : Math.floor(percent / 10) * 10;
    if (step === shown) return;
    shown = step;
    const line = `${what}: ${step} %`;
    write(isTerminal ? `\r${line}${percent === 100 ? '\n' : ''}` : `${line}\n`);
  };
}

const TICKETS = 2000;
const LONGEST_THREAD = 320;
/** Beside the inbox's own default port: where the simulator answers for the demo accounts' channels. */
const DEFAULT_PORT = 4000;
const GRAPH_OFFSET = 10;
const MAIL_OFFSET = 11;

/** Fills a new database with the demo merchants; one that has any merchant is left alone. */
export async function fillWithDemo(deps: {
  settings: Settings;
  databaseUrl: string;
  vault: Vault;
  uploads: Uploads;
  log: (line: string) => void;
  say: (line: string) => void;
  /** Takes what is to be closed when the start is ended before this is. */
  closeLater: (close: () => Promise<void>) => void;
}): Promise<void> {
  const { settings, databaseUrl, vault, uploads, log, say, closeLater } = deps;
  // Not waiting for the disk with every commit: a start that is cut short begins the demo data again.
  const url = `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c synchronous_commit=off')}`;
  const store = openStore({ url, log });
  closeLater(store.close);
  try {
    const port = settings.port || DEFAULT_PORT;
    await seedDemo({
      db: store.db,
      vault,
      uploads,
      httpPort: port,
      smtpPort: settings.smtpPort,
      simulator: { graph_port: port + GRAPH_OFFSET, mail_port: port + MAIL_OFFSET },
      dataDir: settings.dataDir,
      now: new Date(),
      tickets: TICKETS,
      longest: LONGEST_THREAD,
      log: say,
      progress: showProgress('Demo data', process.stdout.isTTY, (text) => process.stdout.write(text)),
    });
  } finally {
    await store.close();
  }
}
