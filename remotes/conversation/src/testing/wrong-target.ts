import { held } from './held-heap';
import { heldRecords } from './held-records';
import { expect } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { aBrowser } from './a-browser';
import { createGates, gatedHeap } from './gates';
import type { SlowFlow } from './slow-flows';
import { aServer, DRAFT_KEY, openPage, other, SECRET, settle, THEIRS } from './two-tickets';

/** What happens between the awaits of a flow, which are counted from 0; what comes after its last one happens there. */
export interface Plan {
  /** The agent goes on to the other ticket, or the page dies and a new one opens there. */
  leaveAt: number;
  how: 'switch' | 'reload';
  backAt: number | null;
  /** Of all that waits the nth is let through; the oldest when nothing more is said. */
  order: readonly number[];
}

type Page = Awaited<ReturnType<typeof openPage>>;
interface Stored {
  ticket_id: number;
  text: string;
  attachments: { file_name: string }[];
}
/** What is stored of the draft: its text and the names of its files. */
function draftOf(id: number): string | null {
  const [draft] = (heldRecords.browser.stored('drafts') as Stored[]).filter(({ ticket_id }) => ticket_id === id);
  return draft ? [draft.text, ...draft.attachments.map(({ file_name }) => file_name)].join(' ').trim() : null;
}

/** Nothing of the ticket that was left is on the other one: no text, no file, no state, no request. */
function expectNothingOn(page: Page, uploadedFor: ReadonlySet<string>): void {
  // Roles are slow to ask for, and this is asked thousands of times. The list of what is not sent names each entry's ticket.
  const parts = [...document.querySelectorAll('section[aria-label="Conversation"] > :not(details)')];
  const text = parts.map(({ textContent }) => textContent).join(' ');
  const written = [...document.querySelectorAll('textarea')].map(({ value }) => value);
  expect(written.filter((value) => value !== THEIRS)).toEqual([]);
  expect(parts).not.toEqual([]);
  expect(text).not.toContain(SECRET);
  expect(text).not.toMatch(/Rohit|rohit|Sending\.\.\.|Attaching\.\.\./);
  expect(document.querySelector('[aria-label="Attached files"], [role="alertdialog"]')).toBeNull();
  expect(draftOf(other.id)).toBe(THEIRS);
  expect(uploadedFor.has(String(other.id))).toBe(false);
  const asked = page.calls.filter(({ name }) => !['content', 'handledTime'].includes(name));
  // By name: a temp_id may hold any digits.
  const names = /"ticket_id":2\b|"ticket_ids":\[2\b|"conversation_id":102\b/;
  expect(asked.map(({ input }) => JSON.stringify(input)).filter((input) => names.test(input))).toEqual([]);
}

/**
 * Plays a flow, of which nothing may reach the other ticket, in a browser that stores things here.
 *
 * @returns at how many places it could have been interrupted
 */
export async function play(storage: Storage, flow: SlowFlow, { leaveAt, how, backAt, order }: Plan): Promise<number> {
  storage.clear();
  // As a version before stored it.
  storage.setItem(DRAFT_KEY + other.id, JSON.stringify({ text: THEIRS, attachments: [] }));
  heldRecords.browser = aBrowser();
  const gates = createGates();
  const browser = gatedHeap(gates);
  held.browser = browser;
  const server = aServer(flow.ticket);
  // Known already, the other ticket shows at once: nothing else could be taken for the current one for long enough.
  let page = await openPage(gates, server, other);
  await screen.findByRole('heading', { name: other.full_name });
  await settle(() => page.openTicket(flow.ticket.id));
  await screen.findByRole('heading', { name: flow.ticket.full_name });
  await flow.prepare(page, server);
  gates.close();
  await flow.begin(page, server);
  await settle();

  let open = flow.ticket.id;
  /** The page died in the middle of what it alone could end. */
  let isCutShort = how === 'reload' && flow.endsWithPage === true;
  let told = page.toasts.length;
  const look = () => {
    if (open === other.id) {
      expectNothingOn(page, server.uploadedFor);
      for (const { text } of page.toasts.slice(told)) expect(text).toContain(`#${flow.ticket.id}`);
    }
    told = page.toasts.length;
  };
  const show = async (id: typeof open) => {
    look();
    open = id;
    await settle(() => page.openTicket(id));
  };
  const lastChange = Math.max(leaveAt, backAt ?? 0);
  let step = 0;
  for (; gates.waiting().length > 0 || step <= lastChange; step++) {
    if (step === leaveAt && how === 'switch') await show(other.id);
    if (step === leaveAt && how === 'reload') {
      isCutShort ||= gates.waiting().includes('put a file');
      gates.abandon();
      await page.close();
      open = other.id;
      page = await openPage(gates, server, other);
      told = 0;
      await settle();
    }
    if (step === backAt) await show(flow.ticket.id);
    look();
    const nth = order[step % order.length] ?? 0;
    await settle(() => gates.waiting().length > 0 && gates.letThrough(nth));
  }
  await settle(gates.open);
  await show(other.id);
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveValue(THEIRS));
  look();
  await show(flow.ticket.id);
  await screen.findByRole('heading', { name: flow.ticket.full_name });
  await settle();
  if (!isCutShort)
    flow.end({ said: server.said(), planned: server.planned(), read: server.read, draft: draftOf(flow.ticket.id) });
  // A page that dies while it removes bytes leaves them to be swept away.
  if (how === 'switch') expect(browser.bytes.size).toBe(0);
  await page.close();
  return step;
}

/** The agent stays, and the answers come in the order in which they were asked for. */
export const never = { leaveAt: -1, how: 'switch', backAt: null, order: [0] } as const satisfies Plan;
