import { describe, expect, it } from '@jest/globals';
import { aTicket } from '@inbox/panel/testing';
import { newTempId, type Outgoing } from '@inbox/domain';
import { createRecords, type Records } from './records';
import type { RecordDb, RecordTx } from './record-db';
import { aBrowser, type ABrowser } from '../testing/a-browser';
import { createDrafts } from '../drafts/drafts';
import { newOutgoing } from '../outbox/new-outgoing';
import { createSendJournal } from '../outbox/send-journal';
import { createSender } from '../outbox/sender';

const ticket = aTicket();

/** A database of which the page, once `isEnding`, hears nothing more: only what it asks at once still happens. */
function endingDb(db: RecordDb, page: { isEnding: boolean; isBlocked: boolean }): RecordDb {
  const never = () => new Promise<never>(() => undefined);
  return {
    ...db,
    read: (kinds, work) => (page.isEnding ? never() : db.read(kinds, work)),
    write(kinds, work, options) {
      if (page.isBlocked) return never();
      if (!page.isEnding) return db.write(kinds, work, options);
      const asked: ((tx: RecordTx) => void)[] = [];
      const working = work({
        get: never,
        all: never,
        put: (...put) => void asked.push((tx) => tx.put(...put)),
        remove: (...removed) => void asked.push((tx) => tx.remove(...removed)),
      });
      // A transaction that still waits for an answer ends with its page.
      if (working) return never();
      return db.write(kinds, (tx) => asked.forEach((ask) => ask(tx)), options).then(never);
    },
  };
}

let tabs = 0;
const noChanges = { holdReply: async () => false, subscribe: () => () => undefined };

async function openPage(browser: ABrowser, before: string | null = null) {
  const [page, name] = [{ isEnding: false, isBlocked: false }, `tab ${(tabs += 1)}`];
  const db = endingDb(browser.db(), page);
  const { openChannel, alone, storage } = browser;
  const prepare = () => journal.recover();
  const records: Records = createRecords({ db, openChannel, prepare, report: () => undefined });
  const journal = createSendJournal({ storage, records });
  const sender = createSender({
    records,
    journal,
    changes: noChanges,
    alone,
    now: Date.now,
    reply: () => new Promise(() => undefined),
  });
  const drafts = createDrafts({ records, tab: name, before, isOpen: () => false, newId: newTempId });
  drafts.start();
  sender.start();
  records.start();
  await records.loaded;
  return {
    name,
    drafts,
    async write(text: string) {
      drafts.write(ticket.id, { text, caret: text.length });
      await settle();
    },
    /** Enter, in whose task the page ends. */
    async sendAndEnd({ isBlocked = false } = {}) {
      Object.assign(page, { isEnding: true, isBlocked });
      const { text } = drafts.get(ticket.id);
      const draft = { text, attachments: [] };
      const { stored } = sender.send(newOutgoing(ticket, draft, 0, null), drafts.takeOut(ticket.id, draft));
      stored.catch(() => undefined);
      await settle();
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const waiting = (browser: ABrowser) =>
  (browser.stored('outbox') as { outgoing: Outgoing }[]).map(({ outgoing }) => outgoing.message);

describe('a page that ends in the task of Enter', () => {
  it('has sent what was written in it', async () => {
    const browser = aBrowser();
    const page = await openPage(browser);
    await page.write('Hello');
    await page.sendAndEnd();
    expect(waiting(browser)).toEqual(['Hello']);
    const next = await openPage(browser, page.name);
    expect(next.drafts.get(ticket.id)).toMatchObject({ text: '', others: [] });
  });

  it('has sent what the page before it left in the box, and leaves nothing of it behind', async () => {
    const browser = aBrowser();
    const first = await openPage(browser);
    await first.write('Hello');
    const second = await openPage(browser, first.name);
    await second.sendAndEnd();
    expect(waiting(browser)).toEqual(['Hello']);
    const third = await openPage(browser, second.name);
    expect(third.drafts.get(ticket.id)).toMatchObject({ text: '', others: [] });
    await settle();
    expect(browser.stored('drafts')).toEqual([]);
  });

  it('has sent it, too, while the database is busy with other tabs, of which its transaction would be the last', async () => {
    const browser = aBrowser();
    const page = await openPage(browser);
    await page.write('Hello');
    await page.sendAndEnd({ isBlocked: true });
    expect(waiting(browser)).toEqual([]);
    const next = await openPage(browser, page.name);
    expect(waiting(browser)).toEqual(['Hello']);
    expect(next.drafts.get(ticket.id)).toMatchObject({ text: '', others: [] });
    expect([browser.stored('drafts'), browser.storage.keys()]).toEqual([[], []]);
  });

  it('leaves in the journal what only a newer page can read', async () => {
    const browser = aBrowser();
    browser.storage.write('sending.newer', { kind: 'of another version' });
    const page = await openPage(browser);
    await page.write('Hello');
    await page.sendAndEnd({ isBlocked: true });
    await openPage(browser, page.name);
    expect(waiting(browser)).toEqual(['Hello']);
    expect(browser.storage.keys()).toEqual(['sending.newer']);
  });

  it('leaves what its tab, which lives, has written since', async () => {
    const browser = aBrowser();
    const page = await openPage(browser);
    await page.write('Hello');
    const sent = { text: 'Hello', attachments: [] };
    const [outgoing, { taken }] = [newOutgoing(ticket, sent, 0, null), page.drafts.takeOut(ticket.id, sent)];
    browser.storage.write(`sending.${outgoing.temp_id}`, { place: 0, outgoing, taken });
    await page.write('And my other order?');
    await openPage(browser);
    expect(waiting(browser)).toEqual(['Hello']);
    expect(browser.stored('drafts')).toMatchObject([{ text: 'And my other order?' }]);
  });

  it('leaves what another tab has written on meanwhile', async () => {
    const browser = aBrowser();
    const [one, other] = [await openPage(browser), await openPage(browser)];
    await one.write('Hello');
    // The other one has not heard of it yet.
    one.drafts.write(ticket.id, { text: 'Hello you', caret: 9 });
    await other.sendAndEnd();
    await settle();
    expect(waiting(browser)).toHaveLength(1);
    const next = await openPage(browser, other.name);
    const { text, others } = next.drafts.get(ticket.id);
    expect([text, ...others.map((draft) => draft.text)]).toContain('Hello you');
  });
});
