import { sendRawMail } from '@inbox/simulate';
import type { Amounts } from '../amounts';
import { addMerchant } from '../inbox/fill';
import { startInboxServer } from '../inbox/server';
import { residentBytes, workedMs } from '../inbox/process';
import { query } from '../inbox/query';
import { addMailbox, freePort, MAILBOX } from './mailbox';

export interface TakenMails {
  name: string;
  /** Answered 250, and shown as a message. */
  accepted: number;
  shown: number;
  /** Answered 452: to be sent again later. */
  deferred: number;
  /** Until the last of them was answered. */
  ms: number;
  /** The most that the backend's process had in memory meanwhile, in bytes. */
  rss: number;
  /** The longest that it worked on other things before it answered whether it is alive. */
  blockedMs: number;
}

interface MemoryOptions {
  databaseUrl: string;
  dataDir: string;
  amounts: Amounts['mail']['taken'];
  say: (line: string) => void;
}

/** A mail with one part of each kind, or none. */
const raw = (subject: string, type: string, body: string): string =>
  `From: Bench <bench@bench.example>\r\nTo: ${MAILBOX}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;

const line = `${'Where is my order? '.repeat(4)}\r\n`;
const mixed = 'multipart/mixed; boundary=b';
const tiny = '--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\na\r\n';
const html = '<div><p>Where is my order?</p></div>\r\n';

const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`;

interface HardMails {
  name: string;
  /** So many at once. */
  times: number;
  mail: (n: number) => string;
}

/** Mails that are hard to take in. */
function hardMails({ large, largeBytes, files, bracketBytes }: Amounts['mail']['taken']): HardMails[] {
  const attachment = `--b\r\nContent-Type: application/pdf\r\n\r\n${line.repeat(largeBytes / line.length)}--b--`;
  const brackets = `${'<'.repeat(76)}\r\n`.repeat(bracketBytes / 78);
  return [
    {
      name: `${large} mails of ${megabytes(largeBytes)} at once`,
      times: large,
      mail: (n) =>
        n % 2 === 0
          ? raw(`large ${n}`, 'text/html; charset=utf-8', html.repeat(largeBytes / html.length))
          : raw(`large ${n}`, mixed, attachment),
    },
    {
      name: `${files.toLocaleString('en')} tiny files`,
      times: 1,
      mail: () => raw('files', mixed, `${tiny.repeat(files)}--b--`),
    },
    { name: `${megabytes(bracketBytes)} of <`, times: 1, mail: () => raw('brackets', 'text/html', brackets) },
  ];
}

/** Milliseconds between two looks at the process. */
const LOOK_MS = 50;

/** Sends mails that are large, or built to be dear, and watches the backend's memory and its answers meanwhile. */
export async function measureMemory({ databaseUrl, dataDir, amounts, say }: MemoryOptions): Promise<TakenMails[]> {
  await addMerchant(databaseUrl);
  await addMailbox(databaseUrl);
  const smtpPort = await freePort();
  const server = await startInboxServer({ databaseUrl, dataDir, smtpPort });
  const count = async () => {
    const [row] = await query<{ n: number }>(
      databaseUrl,
      `select count(*)::int n from contents where content_type = 'email'`,
    );
    return row?.n ?? 0;
  };
  try {
    const all: TakenMails[] = [];
    for (const { name, times, mail } of hardMails(amounts)) {
      say(`Taking in ${name} …`);
      const before = await count();
      const mails = Array.from({ length: times }, (_, n) => mail(n));
      const watch = watchProcess(server.pid, `${server.url}/healthz`);
      const begun = performance.now();
      const answers = await Promise.all(mails.map((each, n) => send(smtpPort, n, each)));
      const ms = performance.now() - begun;
      const watched = await watch.end();
      const accepted = answers.filter((code) => code === 250).length;
      const deferred = answers.filter((code) => code === 452).length;
      say(
        `${accepted} accepted, ${deferred} to come again, ${Math.round(ms)} ms, ${Math.round(watched.rss / 1_000_000)} MB`,
      );
      all.push({ name, accepted, deferred, shown: (await count()) - before, ms, ...watched });
    }
    return all;
  } finally {
    await server.stop();
  }
}

/** Answers SMTP's code. */
async function send(port: number, n: number, mail: string): Promise<number> {
  try {
    await sendRawMail(port, { from: `bench-${n}@bench.example`, to: MAILBOX }, mail);
    return 250;
  } catch (error) {
    if (error instanceof Error && 'responseCode' in error) return Number(error.responseCode);
    throw error;
  }
}

function watchProcess(pid: number, url: string): { end(): Promise<{ rss: number; blockedMs: number }> } {
  let isOver = false;
  const most = { rss: 0, blockedMs: 0 };
  const watching = (async () => {
    while (!isOver) {
      const [asked, worked] = [performance.now(), await workedMs(pid)];
      await fetch(url).then((answer) => answer.text());
      const waited = performance.now() - asked;
      // On a busy machine it mostly waits for a processor, as everybody does.
      const blocked = worked === null ? waited : Math.min(waited, ((await workedMs(pid)) ?? 0) - worked);
      most.blockedMs = Math.max(most.blockedMs, blocked);
      most.rss = Math.max(most.rss, await residentBytes(pid));
      await new Promise((resolve) => void setTimeout(resolve, LOOK_MS));
    }
  })();
  return {
    async end() {
      isOver = true;
      await watching;
      return most;
    },
  };
}
