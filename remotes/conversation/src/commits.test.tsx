/** @jest-environment jsdom */
import './testing/held-records';
import { forgetRenders, renders } from './testing/counted-renders';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LiveFacts } from '@inbox/domain';
import { aLiveEvent, aMessage, aTicket, type Answers, type FakePorts } from '@inbox/panel/testing';
import { fireEvent, screen } from '@testing-library/react';
import { RENDERS } from '../../../budgets';
import { farah, lookedAt, mounted, rohit, stored, world } from './testing/reply-world';

beforeEach(() => {
  localStorage.clear();
  lookedAt();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Does this, and lets happen what follows by itself. React commits as in a page: `act` makes one commit of several. */
async function inPage(work: () => unknown = () => undefined): Promise<void> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  work();
  for (let turn = 0; turn < 20; turn += 1) await jest.advanceTimersByTimeAsync(100);
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
}

const read = aTicket({
  ...rohit,
  status: 'open',
  owner_id: 1,
  conversation_read: true,
  session_expiry_at: new Date().toISOString(),
});

/** The panel, after all that opening the ticket causes. */
async function open(answers: Answers = {}): Promise<FakePorts> {
  const fake = await mounted(world({ handledTime: () => ({ total_time_in_second: 0 }), ...answers }, read));
  await inPage();
  return fake;
}

/** How often header, thread and composer are rendered in consequence of this. */
async function rendersOf(work: () => unknown) {
  forgetRenders();
  await inPage(work);
  return { header: renders('header'), thread: renders('thread'), composer: renders('composer') };
}

const said = aMessage({ id: 50, ticket_id: rohit.id, conversation_id: 101, actor: 'customer', message: 'And today?' });
const own = aMessage({
  id: 51,
  ticket_id: rohit.id,
  conversation_id: 101,
  actor: 'merchant',
  message: 'Today.',
  send_status: 'sent',
});

const live = (fake: FakePorts, seq: number, facts: LiveFacts) => fake.emitLive({ ...aLiveEvent({ seq }), ...facts });
const bubble = (text: string) => screen.getByText(text).closest('article');

describe('one change is drawn once', () => {
  it('a message that comes live, with its ticket', async () => {
    const fake = await open();
    const facts = { tickets: [{ ...read, rev: 2 }], items: [said] };
    expect(await rendersOf(() => live(fake, 1, facts))).toEqual(RENDERS.message);
    expect(screen.getByText('And today?')).toBeVisible();
  });

  it('a tick, in the thread alone', async () => {
    const fake = await open();
    await inPage(() => live(fake, 1, { tickets: [], items: [own] }));
    const delivered = { ...own, rev: 2, delivered: true };
    const drawn = await rendersOf(() => live(fake, 2, { tickets: [], items: [delivered] }));
    expect(drawn).toEqual(RENDERS.tick);
    expect(bubble('Today.')).toHaveAttribute('data-status', 'delivered');
  });

  it('a reply, on its way and when the server has it', async () => {
    let answer = (): void => undefined;
    await open({
      reply: ({ body }) =>
        new Promise((resolve) => (answer = () => resolve({ ...stored(body), ticket: { ...read, rev: 2 } }))),
    });
    const box = screen.getByRole('textbox', { name: 'Reply' });
    await inPage(() => fireEvent.change(box, { target: { value: 'On its way' } }));

    const sent = await rendersOf(() => fireEvent.keyDown(box, { key: 'Enter' }));
    expect(sent).toEqual(RENDERS.reply);
    expect(bubble('On its way')).toHaveAttribute('data-status', 'sending');

    expect(await rendersOf(() => answer())).toEqual(RENDERS.stored);
    expect(bubble('On its way')).toHaveAttribute('data-status', 'sent');
  });

  it('a ticket that was loaded before it is opened', async () => {
    const fake = await open();
    await inPage(() => fake.shell.emit('ticket.likely', { id: farah.id }));
    const drawn = await rendersOf(() => fake.openTicket(farah.id));
    expect(drawn).toEqual(RENDERS.open);
    expect(screen.getByText('Hello from Farah Ali')).toBeVisible();
  });
});
