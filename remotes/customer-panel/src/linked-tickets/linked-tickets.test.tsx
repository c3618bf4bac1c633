/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import type { Ticket } from '@inbox/domain';
import {
  aLiveEvent,
  aLog,
  aTicket,
  createFakePorts,
  mountPanel,
  refusalOr,
  saidOfFaults,
  type Answers,
} from '@inbox/panel/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';

const rohit = aTicket({ id: 7, conversation_id: 70 });
const priya = aTicket({ id: 8, conversation_id: 80 });
const first = aTicket({ id: 41, full_name: 'Farah Ali', status: 'open' });
const second = aTicket({ id: 42, full_name: 'Vikram Mehta', status: 'closed' });

const user = userEvent.setup();
const never = () => new Promise<never>(() => undefined);

async function mountFor(answers: Answers = {}, ticket: Ticket = rohit) {
  const fake = createFakePorts({
    open: ticket.id,
    answers: { customerDetails: never, customerTickets: never, linkedTickets: () => [first, second], ...answers },
  });
  fake.setCurrentTicket(ticket);
  await mountPanel(panel, { fake });
  await user.click(screen.getByRole('button', { name: 'Linked Tickets' }));
  return fake;
}
const section = () => screen.getByRole('group', { name: 'Linked Tickets' });
const links = () =>
  within(section())
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);
const field = () => within(section()).findByRole('textbox', { name: 'Ticket id' });
const wordsOf = (fake: Awaited<ReturnType<typeof mountFor>>) => fake.toasts.map(({ text }) => text);
const inputsOf = (fake: Awaited<ReturnType<typeof mountFor>>, name: string) =>
  fake.calls.filter((call) => call.name === name).map(({ input }) => input);

beforeEach(() => localStorage.clear());

describe('linked tickets', () => {
  it('are real links to their tickets, loaded when the section is opened', async () => {
    const fake = await mountFor();
    await field();
    expect(links()).toEqual(['#41OpenFarah Ali', '#42ClosedVikram Mehta']);
    await user.click(within(section()).getByRole('link', { name: /#42/ }));
    expect(fake.navigations).toEqual([{ to: 'ticket', id: 42 }]);
  });

  it('are added by number, once, and the field is ready for the next', async () => {
    let answer = (_: { ticket: Ticket }) => {};
    const fake = await mountFor({
      linkedTickets: () => [],
      linkTicket: () => new Promise((resolve) => (answer = resolve)),
    });
    expect(await field()).toHaveAttribute('placeholder', 'Enter ticket id');
    expect(section()).toHaveTextContent('No linked tickets.');
    await user.type(await field(), ' #41{Enter}{Enter}');
    expect(within(section()).getByRole('button', { name: 'Adding..' })).toBeDisabled();
    await act(async () => answer({ ticket: first }));
    await waitFor(() => expect(links()).toEqual(['#41OpenFarah Ali']));
    expect(wordsOf(fake)).toEqual(['Tickets have been linked']);
    expect(await field()).toHaveValue('');
    expect(await field()).toHaveFocus();
    expect(inputsOf(fake, 'linkTicket')).toEqual([{ params: { ticket_id: 7 }, body: { link_ticket_id: 41 } }]);
  });

  it.each([
    ['', 'Enter ticket id'],
    ['the kurta', 'ERROR! Could not add ticket id'],
  ])('of %j are not asked for', async (typed, words) => {
    const fake = await mountFor();
    if (typed !== '') await user.type(await field(), typed);
    await user.click(await within(section()).findByRole('button', { name: 'Add' }));
    expect(wordsOf(fake)).toEqual([words]);
    expect(await field()).toHaveFocus();
    expect(await field()).toHaveAttribute('aria-invalid', 'true');
    expect(inputsOf(fake, 'linkTicket')).toEqual([]);
  });

  it('that are refused keep the server’s message and status code, and what was typed', async () => {
    const fake = await mountFor({
      linkTicket: () => {
        throw new ApiError('refused', 'There is no such ticket.', { status: 404 });
      },
    });
    await user.type(await field(), '99{Enter}');
    await waitFor(() => expect(wordsOf(fake)).toEqual(['ERROR! Could not add ticket id']));
    expect(await field()).toHaveValue('99');
    expect(await field()).toHaveAccessibleDescription('There is no such ticket. (404)');
    await user.type(await field(), '1');
    expect(await field()).not.toHaveAccessibleDescription();
  });

  it('that cannot be loaded keep the server’s message and status code, and are tried again', async () => {
    const fake = await mountFor({
      linkedTickets: () => {
        throw new ApiError('refused', 'Not now', { status: 409 });
      },
    });
    expect(await within(section()).findByRole('alert')).toHaveTextContent('Not now (409)');
    fake.answer({ linkedTickets: () => [first] });
    await user.click(within(section()).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(links()).toEqual(['#41OpenFarah Ali']));
  });

  it('are removed, and the focus goes on', async () => {
    const fake = await mountFor({ unlinkTicket: ({ body }) => ({ ticket: aTicket({ id: body.link_ticket_id }) }) });
    const remove = (id: number) => within(section()).findByRole('button', { name: `Remove the link with #${id}` });
    await user.click(await remove(41));
    await waitFor(() => expect(links()).toEqual(['#42ClosedVikram Mehta']));
    expect(await remove(42)).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(links()).toEqual([]));
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(wordsOf(fake)).toEqual(['The link with #41 has been removed', 'The link with #42 has been removed']);
  });

  it('stay when they cannot be removed, and say why if that was refused', async () => {
    const fake = await mountFor();
    const said = await saidOfFaults(async (error) => {
      fake.answer({ unlinkTicket: () => Promise.reject(error) });
      fake.toasts.length = 0;
      fireEvent.click(await within(section()).findByRole('button', { name: 'Remove the link with #41' }));
      await waitFor(() => expect(fake.toasts).toHaveLength(1));
      expect(links()).toHaveLength(2);
      return wordsOf(fake)[0];
    });
    expect(said).toEqual(refusalOr('ERROR! Could not remove ticket id'));
  });

  it('follow what colleagues link and part, and what becomes of the linked ones', async () => {
    const fake = await mountFor();
    await field();
    await act(() => fake.emitLive(aLiveEvent({ tickets: [{ ...first, rev: 2, status: 'closed' }] })));
    await waitFor(() => expect(links()[0]).toContain('Closed'));
    fake.answer({ linkedTickets: () => [second] });
    const log = (event: 'linked' | 'unlinked', ticket: Ticket) =>
      aLiveEvent({ items: [aLog({ event, ticket_id: ticket.id, conversation_id: ticket.conversation_id })] });
    await act(() => fake.emitLive(log('linked', priya)));
    expect(links()).toHaveLength(2);
    await act(() => fake.emitLive(log('unlinked', rohit)));
    await waitFor(() => expect(links()).toEqual(['#42ClosedVikram Mehta']));
  });

  it('are added to the ticket that they were typed for, though another is shown when the answer comes', async () => {
    let answer = (_: { ticket: Ticket }) => {};
    const fake = await mountFor({
      linkedTickets: ({ params }) => (params.ticket_id === 8 ? [second] : []),
      linkTicket: () => new Promise((resolve) => (answer = resolve)),
    });
    await user.type(await field(), '41{Enter}');
    await act(() => {
      fake.openTicket(priya.id);
      fake.setCurrentTicket(priya);
    });
    await waitFor(() => expect(links()).toEqual(['#42ClosedVikram Mehta']));
    expect(await field()).toHaveValue('');
    await act(async () => answer({ ticket: first }));
    expect(wordsOf(fake)).toEqual(['#7: Tickets have been linked']);
    expect(links()).toEqual(['#42ClosedVikram Mehta']);
    expect(inputsOf(fake, 'linkTicket')).toEqual([{ params: { ticket_id: 7 }, body: { link_ticket_id: 41 } }]);
  });

  it('are read-only for who may not act', async () => {
    await mountFor({}, aTicket({ id: 7, conversation_id: 70, owner_id: 99 }));
    await waitFor(() => expect(links()).toHaveLength(2));
    expect(within(section()).queryByRole('textbox')).toBeNull();
    expect(within(section()).queryByRole('button')).toBeNull();
    expect(section()).toHaveTextContent('Only the owner of this ticket may link it.');
  });
});
