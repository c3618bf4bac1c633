import { sendMail } from '@inbox/simulate';
import type { CDPSession, Page } from '@playwright/test';
import type { Amounts } from '../amounts';
import { addMerchant } from '../inbox/fill';
import { signIn, startInboxServer } from '../inbox/server';
import { traceTasks } from '../web/trace-tasks';
import { startBrowser } from '../web/browser';
import { FIRST_WORDS, generateMails, LAST_WORDS, type GeneratedMail } from './generate-mails';
import { leastOf, type MailFigures, type Work } from './mail-figures';
import { addMailbox, freePort, MAILBOX, ticketWith } from './mailbox';

interface MailsOptions {
  databaseUrl: string;
  dataDir: string;
  /** Each mail is opened in so many rounds, in turns: what is least has the least in it of what others did to the machine. */
  amounts: Amounts['mail'];
  say: (line: string) => void;
}

/** Milliseconds without a task of note, after which what an opening has set off is over. */
const QUIET_MS = 400;
const VIEWPORT = { width: 1440, height: 900 };

/** As text, since it runs in the page as it stands. Looks down one edge of the mail only: its size does not count. */
const HELPERS = `
  window.benchMailHas = (words, edge) => {
    let node = document.querySelector('[role=log] iframe')?.contentDocument?.body;
    while (node?.[edge]) node = node[edge];
    return node?.textContent?.includes(words) === true;
  };
  window.benchMailShows = (words, edge) => new Promise((resolve) => {
    const look = () => (benchMailHas(words, edge) ? resolve() : requestAnimationFrame(look));
    look();
  });
`;

/** Brings mails in by SMTP, opens each in the product, and all of the long ones. */
export async function measureMails({ databaseUrl, dataDir, amounts, say }: MailsOptions): Promise<MailFigures[]> {
  await addMerchant(databaseUrl);
  await addMailbox(databaseUrl);
  const smtpPort = await freePort();
  const server = await startInboxServer({ databaseUrl, dataDir, smtpPort });
  const browser = await startBrowser();
  try {
    const mails = [{ name: 'a line', html: `<p>${FIRST_WORDS}</p><p>${LAST_WORDS}</p>` }, ...generateMails(amounts)];
    for (const [n, { name, html }] of mails.entries()) {
      const from = { name: `Writer ${n}`, address: `writer-${n}@bench.example` };
      await sendMail(smtpPort, { from, to: MAILBOX, subject: name, text: name, html });
    }
    const context = await browser.newContext({ viewport: VIEWPORT });
    const page = await context.newPage();
    await page.addInitScript({ content: HELPERS });
    const devtools = await context.newCDPSession(page);
    const token = await signIn(server.url);
    await page.goto(`${server.url}/validate?token=${encodeURIComponent(token)}`);
    await page.waitForFunction(() => localStorage.getItem('inbox.auth') !== null);
    const rounds: MailFigures[][] = [];
    // The first warms up.
    for (let round = 0; round <= amounts.rounds; round += 1) {
      const figures: MailFigures[] = [];
      for (const mail of round === 0 ? mails.slice(0, 1) : mails) {
        say(`Opening a mail of ${mail.name} …`);
        const ticket = await ticketWith(databaseUrl, mail.name);
        figures.push(await measureMail(page, devtools, `${server.url}/inbox/tickets`, ticket, mail));
      }
      if (round > 0) rounds.push(figures);
    }
    // A mail of a line is what any opening takes.
    const [line, ...rest] = leastOf(rounds);
    return rest.map((each) => ({ ...each, open: { ...each.open, sum: each.open.sum - (line?.open.sum ?? 0) } }));
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measureMail(
  page: Page,
  devtools: CDPSession,
  base: string,
  ticket: number,
  { name, html }: GeneratedMail,
): Promise<MailFigures> {
  await page.goto(`${base}?status=unassigned`);
  await page.locator('[data-ticket-id]').first().waitFor();
  await page.waitForTimeout(QUIET_MS);
  const begins = `(${JSON.stringify(FIRST_WORDS)}, 'firstElementChild')`;
  const ends = `(${JSON.stringify(LAST_WORDS)}, 'lastElementChild')`;
  const open = await workOf(devtools, page, async () => {
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/inbox/tickets/${ticket}?status=unassigned`);
    await page.evaluate(`benchMailShows${begins}`);
  });
  if (await page.evaluate<boolean>(`benchMailHas${ends}`)) return { name, size: html.length, open, whole: null };
  const whole = await workOf(devtools, page, async () => {
    await page.getByRole('button', { name: 'Show whole mail' }).press('Enter');
    await page.evaluate(`benchMailShows${ends}`);
  });
  return { name, size: html.length, open, whole };
}

async function workOf(devtools: CDPSession, page: Page, act: () => Promise<void>): Promise<Work> {
  const { tasks } = await traceTasks(devtools, async () => {
    await act();
    await page.waitForTimeout(QUIET_MS);
  });
  return {
    sum: tasks.reduce((sum, { cpu }) => sum + cpu, 0),
    longest: Math.max(0, ...tasks.map(({ cpu }) => cpu)),
  };
}
