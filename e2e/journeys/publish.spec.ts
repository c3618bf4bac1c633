import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../harness/product';
import { panelRoot } from '../harness/panels';
import { joinTeam } from '../harness/team';
import { expect, test } from '../harness/test';

const BEFORE = 'No conversation is open';
const AFTER = 'Pick a conversation';

/** Its tests know the text from before, and take their time. */
const UNCHECKED = '--skip types,tests,smoke';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function bytesAt(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The hash of every file of the shell, as it is served; the page itself as it was built, before the registry is put in. */
async function hostFiles(url: string): Promise<Record<string, string>> {
  const dist = join(ROOT, 'host/dist');
  const names = (await readdir(dist)).filter((name) => name.endsWith('.js')).sort();
  const served = names.map(async (name) => [name, sha256(await bytesAt(`${url}/${name}`))] as const);
  return Object.fromEntries([
    ...(await Promise.all(served)),
    ['index.html', sha256(await readFile(join(dist, 'index.html')))],
  ]);
}

// The releases of panels are one for all shops of an inbox.
test.use({ ownInbox: {} });

test('a team publishes its panel by itself: pages opened afterwards have it, the host’s files stay byte for byte', async ({
  inbox,
  open,
}) => {
  const team = await joinTeam(inbox.dataDir);
  try {
    const oldFiles: string[] = [];
    const first = await open(inbox.asha, {
      prepare: async (page) => {
        page.on('response', (response) => {
          if (response.url().includes('/panels/conversation/')) oldFiles.push(response.url());
        });
      },
    });
    const panel = panelRoot(first.page, 'conversation');
    await expect(panel).toContainText(BEFORE);
    const oldVersion = await panel.getAttribute('data-version');
    const before = await hostFiles(inbox.url);
    expect(oldFiles.length).toBeGreaterThan(0);
    expect(Object.keys(before).length).toBeGreaterThan(3);

    await team.edit('remotes/conversation/src/messages.ts', BEFORE, AFTER);
    const said = await team.run(['pnpm panel publish conversation', UNCHECKED].join(' '));
    expect(said).toMatch(/^conversation \S+ is live/m);

    const second = await open(inbox.ravi);
    const published = panelRoot(second.page, 'conversation');
    await expect(published).toContainText(AFTER);
    const newVersion = await published.getAttribute('data-version');
    expect(newVersion).not.toBe(oldVersion);
    expect(said).toContain(newVersion);
    expect(await hostFiles(inbox.url)).toEqual(before);

    // The page that was open before goes on with what it has, and its files are still there.
    await expect(panel).toContainText(BEFORE);
    for (const file of oldFiles) expect((await bytesAt(file)).length).toBeGreaterThan(0);

    expect(await team.run('pnpm panel list')).toMatch(new RegExp(`conversation +${newVersion}`));
    await team.run('pnpm panel rollback conversation');
    await second.page.reload();
    await expect(panelRoot(second.page, 'conversation')).toHaveAttribute('data-version', oldVersion!);
    await expect(panelRoot(second.page, 'conversation')).toContainText(BEFORE);
  } finally {
    await team.leave();
  }
});
