import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand, runCommand, type Running } from '../harness/commands';
import { Customer } from '../harness/customer';
import { InboxScreen } from '../harness/inbox-screen';
import { freePorts, isFree } from '../harness/ports';
import { copyPrepared } from '../harness/prepared';
import { ROOT } from '../harness/product';
import { commandsOf, isOfBackups } from '../harness/docs';
import { joinTeam } from '../harness/team';
import { expect, test as base } from '../harness/test';
import { worldOf } from '../harness/world';

/** Each command of the README, and the journey that runs it. A command that stands nowhere here fails the first test. */
const RUN_BY: Record<string, string> = {
  'npm start': 'the first command',
  'pnpm simulate --rate 12': 'customers write',
  'npm test': 'npm test',
  'npm run test:deep': 'npm run test:deep',
  'pnpm panel new loyalty': 'new-panel.spec.ts',
  'pnpm dev loyalty': 'a panel from source',
  'pnpm panel publish loyalty': 'new-panel.spec.ts',
};

/** The pages that lead an operator from an empty inbox to a shop that is looked after, in their order. */
const OPERATORS = ['install', 'mailboxes', 'meta', 'telephony', 'shopify', 'operating'];

/** These try what the journey's shop does not have: a channel's server, a mailbox, a public address. */
const CHECKS = /^pnpm admin (?:account check|shop check|doctor)\b/;

interface Demo {
  url: string;
  dataDir: string;
  settings: Record<string, string>;
  /** `npm start` as the README has it, with nothing set but ports and folder. */
  start: Running;
}

const test = base.extend<object, { demo: Demo }>({
  demo: [
    // eslint-disable-next-line no-empty-pattern -- the names of fixtures are read from this very pattern
    async ({}, provide) => {
      const [port, smtpPort] = (await freePorts(2)) as [number, number];
      const dataDir = await mkdtemp(join(tmpdir(), 'inbox-readme-'));
      const settings = { PORT: String(port), INBOX_SMTP_PORT: String(smtpPort), INBOX_DATA_DIR: dataDir };
      const start = startCommand('npm start', { cwd: ROOT, env: settings });
      try {
        await start.says(/The inbox is at \S+/);
        await provide({ url: `http://localhost:${port}`, dataDir, settings, start });
      } finally {
        await start.interrupt();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ demo }, provide) => provide(demo.url),
});

// What most agents have.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

base('every command of the README is run by a journey', async () => {
  const { commands } = await commandsOf('README.md');
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((command) => !(command in RUN_BY))).toEqual([]);
});

test('the first command brings up an inbox whose demo agents sign in with one click', async ({ demo, page }) => {
  await demo.start.says(/Mohit Gupta/);
  const rows = [...demo.start.output().matchAll(/^  (\w+ \w+) +\S+@\S+ +(?:Kala Threads|Ghar & Co)/gm)];
  const names = rows.map(([, name = '']) => name);
  expect(names.length).toBeGreaterThanOrEqual(10);
  // Between its lines nothing is for programs.
  expect(demo.start.output()).not.toContain('{"level"');
  await page.goto('/');
  for (const name of names) {
    await expect(page.getByRole('button', { name: `Sign in as ${name}` })).toBeVisible();
  }

  await page.getByRole('button', { name: 'Sign in as Asha Menon' }).click();
  const screen = new InboxScreen(page);
  await screen.isLive();
  const rowsShown = screen.list.locator('[data-ticket-id]');
  await expect(rowsShown.first()).toBeVisible();
  await screen.showAll();
  await rowsShown.last().scrollIntoViewIfNeeded();
  const count = screen.list.getByRole('tab', { name: /^All [\d,]/ });
  await expect.poll(async () => Number((await count.innerText()).replace(/\D/g, ''))).toBeGreaterThan(1_000);
});

test('a demo agent puts a quick reply into the reply box and sends it to the customer’s phone', async ({
  demo,
  page,
}) => {
  expect(demo.url).toBeTruthy();
  await page.goto('/main-site/login');
  await page.getByRole('button', { name: 'Sign in as Asha Menon' }).click();
  const screen = new InboxScreen(page);
  await screen.isLive();
  await screen.list.getByRole('tab', { name: /^Unassigned/ }).click();
  await screen.list.getByRole('tab', { name: 'WhatsApp' }).click();
  // One whose session runs: it says when it expires.
  await screen.list
    .locator('[data-ticket-id]')
    .filter({ hasText: /Expires in|\d+h/ })
    .first()
    .click();
  await screen.leaveList();
  await expect(screen.replyBox).toBeEditable();

  await screen.showQuickReplies();
  const reply = screen.quickReplies.getByRole('listitem').first();
  const text = (await reply.getByRole('paragraph').innerText()).trim();
  await reply.hover();
  await reply.getByRole('button', { name: /^Put .* into the reply$/ }).click();
  await expect(screen.replyBox).toHaveValue(/\S/);
  const words = await screen.replyBox.inputValue();
  if (!text.includes('{')) expect(words.trim()).toBe(text);
  await screen.replyBox.press('Enter');
  const bubble = screen.conversation.locator('article[data-message-id]').last();
  await expect(bubble).toHaveAttribute('data-status', /^(?:delivered|seen)$/);
});

test('customers write when the simulator is told to', async ({ demo }) => {
  const simulate = startCommand('pnpm simulate --rate 12', { cwd: ROOT, env: demo.settings });
  await simulate.says(/^← .+/m);
  await simulate.interrupt();
  expect(simulate.output()).not.toMatch(/not heard|refused/);
});

test('an order that is made to happen shows beside the ticket of who placed it', async ({ demo, page }) => {
  const simulate = (words: string) => runCommand(`pnpm simulate ${words}`, { cwd: ROOT, env: demo.settings });
  await page.goto('/main-site/login');
  await page.getByRole('button', { name: 'Sign in as Asha Menon' }).click();
  const screen = new InboxScreen(page);
  await screen.isLive();
  await screen.list.locator('[data-ticket-id]').first().click();
  await screen.showSection('Orders');
  const { details } = screen;
  await expect(details.getByRole('article').or(details.getByText('No orders!')).first()).toBeVisible();
  const email = (
    await details
      .getByText(/@mail\.example$/)
      .first()
      .innerText()
  ).replace(/\s/g, '');

  const placed = /← Kala Threads, order (#\d+): .+, placed/.exec(await simulate(`--order ${email}`));
  const number = placed?.[1] ?? '';
  const card = details.getByRole('article', { name: number, exact: true });
  await expect(card).toContainText('Unfulfilled');
  await simulate(`--ship ${number}`);
  await expect(card).toContainText('In transit');
  await simulate(`--cancel ${number}`);
  await expect(card).toContainText('Cancelled');
  await simulate(`--abandon ${email}`);
  await details.getByRole('tab', { name: 'Abandoned Checkouts' }).click();
  await expect(details.getByRole('article').first()).toBeVisible();
});

base('npm test knows its steps, and is what CI calls', async () => {
  const running = startCommand('npm test -- no-such-step', { cwd: ROOT });
  expect(await running.ended).toBe(1);
  expect(running.output()).toMatch(/No step no-such-step: there are .*unit.*e2e/);
  expect(await readFile(join(ROOT, '.ci/run'), 'utf8')).toContain('npm test');
});

/** The development servers' addresses are fixed: another run of these journeys may have them for a moment. */
async function devPortsAreFree(): Promise<void> {
  const all = async () => (await Promise.all([3000, 3001, 3002, 3003, 3004].map(isFree))).every(Boolean);
  await expect.poll(all, { message: 'ports 3000 to 3004 are free', timeout: 90_000 }).toBe(true);
}

base('a panel from source stands on a page of its own', async ({ browser }) => {
  await devPortsAreFree();
  const dev = startCommand('pnpm dev conversation', { cwd: ROOT });
  try {
    const page = await browser.newPage();
    await expect
      .poll(
        () =>
          page.goto('http://localhost:3003').then(
            () => true,
            () => false,
          ),
        { timeout: 40_000 },
      )
      .toBe(true);
    await expect(page.locator('[data-panel="conversation"]')).toBeVisible();
    await page.close();
  } finally {
    await dev.interrupt();
  }
});

base('everything from source: host, panels and backend together', async ({ browser }) => {
  const [port, smtpPort] = (await freePorts(2)) as [number, number];
  const dataDir = await mkdtemp(join(tmpdir(), 'inbox-dev-'));
  // Without demo data: the first command has filled an inbox with it, which takes half a minute of a processor.
  await copyPrepared(dataDir);
  const env = { PORT: String(port), INBOX_SMTP_PORT: String(smtpPort), INBOX_DATA_DIR: dataDir, INBOX_SEED: 'none' };
  await devPortsAreFree();
  const dev = startCommand('pnpm dev', { cwd: ROOT, env });
  try {
    await dev.says(/The inbox is at/);
    const inbound = { url: `http://localhost:${port}`, smtpPort };
    const { shop, asha } = worldOf(1);
    const customer = new Customer(inbound, shop, { name: 'Sourced Sana', number: 1 });
    await customer.writes('Is this built?');
    const page = await browser.newPage();
    const atLogin = () =>
      page.goto('http://localhost:3000').then(
        () => /main-site\/login/.test(page.url()),
        () => false,
      );
    await expect.poll(atLogin, { timeout: 60_000 }).toBe(true);
    await page.getByLabel('Email').fill(asha.email);
    await page.getByLabel('Password').fill(asha.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const screen = new InboxScreen(page);
    await expect(screen.list.getByRole('tab', { name: /^All\b/ }).first()).toBeVisible({ timeout: 60_000 });
    await screen.showAll();
    await expect(screen.row(customer.name)).toBeVisible();
    await page.close();
  } finally {
    await dev.interrupt();
    await rm(dataDir, { recursive: true, force: true });
  }
});

base('a real shop is set up, and looked after, as the pages for operators say', async ({ browser }) => {
  const pages = await Promise.all(OPERATORS.map((page) => commandsOf(`docs/operators/${page}.md`)));
  const commands = pages.flatMap((page) => page.commands);
  const start = commands.find((command) => command.endsWith('npm start'));
  const admin = commands.filter((command) => command.startsWith('pnpm admin ') && !isOfBackups(command));
  expect(admin.length).toBeGreaterThan(20);
  const [port, smtpPort] = (await freePorts(2)) as [number, number];
  const dataDir = await mkdtemp(join(tmpdir(), 'inbox-shop-'));
  const env = { PORT: String(port), INBOX_SMTP_PORT: String(smtpPort), INBOX_DATA_DIR: dataDir };
  const running = startCommand(start!, { cwd: ROOT, env });
  const copy = await joinTeam(dataDir);
  try {
    await running.says(/The inbox is at/);
    for (const { files } of pages) {
      for (const [file, text] of Object.entries(files)) await writeFile(join(copy.dir, file), text);
    }
    let said = '';
    for (const command of admin) {
      const run = runCommand(command, { cwd: copy.dir, env });
      said += await (CHECKS.test(command) ? run.catch((error: Error) => error.message) : run);
    }
    expect(said).not.toContain('error: ');
    expect(said).toContain('There are no dead letters');
    expect(said).toContain('Nothing waits');
    expect(said).toMatch(/agent\.added[^]*✓ The chain of merchant \d+ is whole/);

    const password = /Password \(shown this once\): (\S+)/.exec(said)?.[1] ?? '';
    const signIn = /can sign in at (\S+)/.exec(said)?.[1] ?? '';
    const page = await browser.newPage();
    await page.goto(signIn);
    await page.getByLabel('Email').fill('me@shop.example');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await new InboxScreen(page).isLive();
    await page.close();
  } finally {
    await running.interrupt();
    await copy.leave();
    await rm(dataDir, { recursive: true, force: true });
  }
});

base('measuring says how it is asked', async () => {
  expect(await runCommand('pnpm bench --help', { cwd: ROOT })).toContain('pnpm bench');
});
