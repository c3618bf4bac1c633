import { describe, expect, it } from '@jest/globals';
import { ticketIdSchema, uploadedFileSchema } from '@inbox/domain';
import { aBrowser, type ABrowser } from '../testing/a-browser';
import { createDrafts, type Drafts } from './drafts';

const [one, two] = [ticketIdSchema.parse(1), ticketIdSchema.parse(2)];
const file = (id: number) =>
  uploadedFileSchema.parse({
    id,
    url: `/api/inbox/uploads/${id}/`,
    file_name: `parcel ${id}.png`,
    content_type: 'image/png',
    size: 10,
    kind: 'image',
  });
const parcel = file(4);

let tabs = 0;
interface Tab {
  drafts: Drafts;
  name: string;
  /** The page ends. */
  close(): void;
  /** The transaction of a send. */
  send(): Promise<void>;
}

/** Tabs that are open now. */
const openTabs = new Set<string>();

/** A tab of the browser; `before`: the page that it showed before, which has ended. */
async function open(browser: ABrowser, before: Tab | null = null): Promise<Tab> {
  const records = await browser.open();
  const name = `tab ${(tabs += 1)}`;
  const newId = () => `aside ${(tabs += 1)}`;
  before?.close();
  const isOpen = (other: string) => openTabs.has(other);
  const drafts = createDrafts({ records, tab: name, before: before?.name ?? null, isOpen, newId });
  openTabs.add(name);
  const close = () => void openTabs.delete(name);
  drafts.start();
  const send = async () => {
    const { text, attachments } = drafts.get(one);
    const { kinds, work, completed } = drafts.takeOut(one, { text, attachments });
    await records.change(kinds, work);
    completed();
    await settle();
  };
  return { drafts, name, close, send };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));
async function write({ drafts }: Tab, text: string): Promise<void> {
  drafts.write(one, { text, caret: text.length });
  await settle();
}
const texts = ({ drafts }: Tab) => [drafts.get(one).text, drafts.get(one).others.map(({ text }) => text)];

describe('drafts', () => {
  it('belong to one ticket each and survive a reload, with their files', async () => {
    const browser = aBrowser();
    const tab = await open(browser);
    const { drafts } = tab;
    drafts.write(one, { text: 'for one', caret: 3 });
    await drafts.attach(one, parcel);
    const reloaded = (await open(browser, tab)).drafts;
    const attachments = [{ ...parcel, chosen: 0 }];
    expect(reloaded.get(one)).toEqual({ text: 'for one', caret: 7, attachments, others: [] });
    expect(reloaded.get(two)).toEqual({ text: '', caret: 0, attachments: [], others: [] });
  });

  it('take inserted text at the caret of the named ticket, whichever is open', async () => {
    const { drafts } = await open(aBrowser());
    drafts.write(one, { text: 'Dear , bye', caret: 5 });
    drafts.insert(one, 'Rohit');
    drafts.insert(two, 'Hello');
    expect(drafts.get(one)).toMatchObject({ text: 'Dear Rohit, bye', caret: 10 });
    expect(drafts.get(two)).toMatchObject({ text: 'Hello', caret: 5 });
  });

  it('keep their text when a file comes or goes, and their files when text does', async () => {
    const { drafts } = await open(aBrowser());
    drafts.write(one, { text: 'See', caret: 3 });
    await drafts.attach(one, parcel);
    drafts.write(one, { text: 'See this', caret: 8 });
    expect(drafts.get(one)).toMatchObject({ text: 'See this', caret: 8, attachments: [{ ...parcel, chosen: 0 }] });
    drafts.detach(one, parcel.id);
    expect(drafts.get(one)).toMatchObject({ text: 'See this', caret: 8, attachments: [] });
  });

  it('leave nothing behind when cleared or sent, also what an earlier page wrote', async () => {
    const browser = aBrowser();
    const first = await open(browser);
    await write(first, 'x');
    first.drafts.clear(one);
    await settle();
    expect(browser.stored('drafts')).toEqual([]);
    await write(first, 'Hello');
    const second = await open(browser, first);
    await write(second, 'Hello you');
    const third = await open(browser, second);
    await third.send();
    expect(browser.stored('drafts')).toEqual([]);
    expect(texts(third)).toEqual(['', []]);
  });

  it('keep what is written while they are being sent', async () => {
    const browser = aBrowser();
    const tab = await open(browser);
    await write(tab, 'Hello');
    const { text, attachments } = tab.drafts.get(one);
    tab.drafts.write(one, { text: 'Hello, and', caret: 10 });
    tab.drafts.sent(one, { text, attachments });
    expect(texts(tab)).toEqual([', and', []]);
    await settle();
    expect(texts(await open(browser, tab))).toEqual([', and', []]);
  });

  it('stay in the page, and say so, when the browser cannot store them', async () => {
    const browser = aBrowser();
    browser.full = true;
    const tab = await open(browser);
    await write(tab, 'Hello');
    expect(texts(tab)).toEqual(['Hello', []]);
    await expect(tab.drafts.attach(one, parcel)).resolves.toBe(false);
  });
});

describe('a draft in two tabs', () => {
  it('is offered in the other one, never put into its box, and goes when it is sent', async () => {
    const browser = aBrowser();
    const [a, b] = [await open(browser), await open(browser)];
    await write(a, 'Hello');
    const opened = await open(browser);
    expect([texts(b), texts(opened)]).toEqual([
      ['', ['Hello']],
      ['', ['Hello']],
    ]);
    await write(b, 'Dear Rohit');
    await b.send();
    expect([texts(a), texts(b)]).toEqual([
      ['Hello', []],
      ['', ['Hello']],
    ]);
    await a.send();
    expect([texts(a), texts(b), texts(opened)]).toEqual(Array(3).fill(['', []]));
    expect(browser.stored('drafts')).toEqual([]);
  });

  it('is in the box of the next tab when its own has ended', async () => {
    const browser = aBrowser();
    const a = await open(browser);
    await write(a, 'Hello');
    a.close();
    const b = await open(browser);
    expect(texts(b)).toEqual(['Hello', []]);
    await write(b, 'Hello you');
    expect(browser.stored('drafts')).toMatchObject([{ text: 'Hello you' }]);
  });

  it('keeps both texts when both are written in, and offers each the other’s', async () => {
    const browser = aBrowser();
    const [a, b] = [await open(browser), await open(browser)];
    a.drafts.write(one, { text: 'From A', caret: 6 });
    b.drafts.write(one, { text: 'From B', caret: 6 });
    await settle();
    expect([texts(a), texts(b)]).toEqual([
      ['From A', ['From B']],
      ['From B', ['From A']],
    ]);
    const reloaded = await open(browser, a);
    expect(texts(reloaded)).toEqual(['From A', ['From B']]);
  });

  it('stays where it was written on when the other text is sent', async () => {
    const browser = aBrowser();
    const [a, b] = [await open(browser), await open(browser)];
    await write(a, 'From A');
    await write(b, 'Something else');
    await b.send();
    expect([texts(a), texts(b)]).toEqual([
      ['From A', []],
      ['', ['From A']],
    ]);
  });

  it('changes places with the other one by a click, and can be given up', async () => {
    const browser = aBrowser();
    const [a, b] = [await open(browser), await open(browser)];
    await write(a, 'From A');
    await write(b, 'Something else');
    const [other] = b.drafts.get(one).others;
    if (other) b.drafts.use(one, other);
    await settle();
    expect(texts(b)).toEqual(['From A', ['Something else']]);
    const [own] = b.drafts.get(one).others;
    if (own) b.drafts.discardOther(own);
    await settle();
    expect(texts(b)).toEqual(['From A', []]);
    expect(browser.stored('drafts')).toHaveLength(1);
  });

  it('keeps its files apart from those of the other one', async () => {
    const browser = aBrowser();
    const [a, b] = [await open(browser), await open(browser)];
    await a.drafts.attach(one, file(1), 1);
    await settle();
    await b.drafts.attach(one, file(2), 2);
    await settle();
    await b.send();
    expect(a.drafts.get(one).attachments.map(({ id }) => id)).toEqual([1]);
  });
});
