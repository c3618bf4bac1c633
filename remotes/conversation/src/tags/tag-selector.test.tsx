/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { END_OF_LIST, joinTags, type Ticket } from '@inbox/domain';
import { withoutTags, withTags } from '@inbox/domain/conversation';
import { aMessage, anAgent, aProfile, aTicket, createFakePorts, mountPanel, type Answers } from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';
import { giveLayout } from '../testing/layout';

const POPULAR = ['COD', 'Refund', 'Exchange'];

async function open(tags: string[], { owner = 1, answers = {} }: { owner?: number; answers?: Answers } = {}) {
  let ticket: Ticket = aTicket({ id: 1, conversation_id: 101, owner_id: owner, status: 'open', tags: joinTags(tags) });
  const now = (changed: string) => ({ ticket: (ticket = { ...ticket, tags: changed, rev: ticket.rev + 1 }) });
  const fake = createFakePorts({
    profile: aProfile(),
    open: ticket.id,
    answers: {
      allAgents: () => [anAgent()],
      content: () => ({
        ticket,
        siblings: [],
        content: [aMessage({ id: 11, ticket_id: 1, conversation_id: 101 })],
        oldest_timestamp: END_OF_LIST,
        seq: 0,
        server_time: new Date().toISOString(),
      }),
      markRead: () => ({ ticket }),
      ticketTags: () => POPULAR.map((tag) => ({ tag })),
      addTags: ({ body }) => now(withTags(ticket.tags, body.tags)),
      removeTags: ({ body }) => now(withoutTags(ticket.tags, body.tags)),
      ...answers,
    },
  });
  await mountPanel(panel, { fake });
  await screen.findByRole('banner');
  return { fake, calls: () => fake.calls.filter(({ name }) => name.endsWith('Tags') && name !== 'ticketTags') };
}

const box = () => screen.findByRole('combobox', { name: 'Add a tag' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const tagsShown = () =>
  within(screen.getByRole('region', { name: 'Tags' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent?.trim());

beforeEach(() => {
  localStorage.clear();
  giveLayout();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the tag selector of the owner', () => {
  it('offers the popular tags in reverse order, and asks for them only then', async () => {
    const { fake } = await open(['Refund']);
    const asked = () => fake.calls.some(({ name }) => name === 'ticketTags');
    expect(asked()).toBe(false);
    await userEvent.click(await box());
    await waitFor(() => expect(options()).toEqual(['Exchange', 'COD']));
  });

  it('adds by keyboard alone, a new tag without its commas, and takes one off again', async () => {
    const { calls } = await open([]);
    await userEvent.click(await box());
    await waitFor(() => expect(options()).toHaveLength(3));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
    await waitFor(() => expect(tagsShown()).toEqual(['Exchange']));
    await userEvent.keyboard('gold, vip');
    expect(options()).toEqual(['Create “gold vip”']);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(tagsShown()).toEqual(['Exchange', 'gold vip']));
    await userEvent.click(screen.getByRole('button', { name: 'Remove tag Exchange' }));
    await waitFor(() => expect(tagsShown()).toHaveLength(1));
    expect(await box()).toHaveFocus();
    expect(calls().map(({ name }) => name)).toEqual(['addTags', 'addTags', 'removeTags']);
  });

  it('tells which choice is meant, and closes with Escape', async () => {
    await open([]);
    const input = await box();
    await userEvent.type(input, 'cod');
    const cod = await screen.findByRole('option', { name: 'COD' });
    expect(input).toHaveAttribute('aria-activedescendant', cod.id);
    expect(cod).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Escape}');
    expect(input).toHaveAttribute('aria-expanded', 'false');
    expect(options()).toEqual([]);
  });

  it('says where tags are set up when there are none', async () => {
    const { fake } = await open([], { answers: { ticketTags: () => [] } });
    await userEvent.click(await box());
    expect(await screen.findByText(/^No tags available/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Inbox Settings' }));
    expect(fake.navigations).toEqual([{ to: 'inbox-settings' }]);
    act(() => fake.shell.emit('live.tickets.popular_tags', { type: 'tickets.popular_tags', tags: ['A', 'B'] }));
    await userEvent.click(await box());
    await waitFor(() => expect(options()).toEqual(['B', 'A']));
  });

  it('shows a tag as pending until the server has it', async () => {
    let finish = () => {};
    const addTags: Answers['addTags'] = () =>
      new Promise((resolve) => {
        finish = () =>
          resolve({ ticket: aTicket({ id: 1, conversation_id: 101, status: 'open', tags: 'vip', rev: 9 }) });
      });
    await open([], { answers: { addTags } });
    await userEvent.type(await box(), 'vip{Enter}');
    expect(await screen.findByText('Adding tag vip')).toBeInTheDocument();
    await userEvent.type(await box(), 'vi');
    expect(options()).toEqual(['Create “vi”']);
    await act(async () => finish());
    await waitFor(() => expect(screen.queryByText('Adding tag vip')).toBeNull());
    expect(tagsShown()).toEqual(['vip']);
  });

  it('keeps a tag that the server did not take, to be tried again or discarded', async () => {
    let fails = true;
    const tags: string[] = [];
    const addTags: Answers['addTags'] = ({ body }) => {
      if (fails) throw new ApiError('timeout', 'The server is not answering. Please try again.');
      tags.push(body.tags);
      const ticket = {
        id: 1,
        conversation_id: 101,
        status: 'open' as const,
        tags: tags.join(','),
        rev: 9 + tags.length,
      };
      return { ticket: aTicket(ticket) };
    };
    const { fake } = await open([], { answers: { addTags } });
    for (const tag of ['gold', 'vip']) await userEvent.type(await box(), `${tag}{Enter}`);
    expect(await screen.findByText('Tag vip was not added')).toBeInTheDocument();
    expect(fake.toasts.map(({ text }) => text)).toEqual(
      Array(2).fill('The server is not answering. Please try again.'),
    );
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Discard tag gold' }));
    expect(screen.queryByText('Tag gold was not added')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add tag vip again' }));
    await waitFor(() => expect(screen.queryByText('Tag vip was not added')).toBeNull());
    expect(tagsShown()).toEqual(['vip']);
    expect(await box()).toHaveFocus();
  });

  it('says that the list of tags is loading, and that it failed, and tries again when asked', async () => {
    let fails = true;
    const ticketTags: Answers['ticketTags'] = async () => {
      if (fails) throw new ApiError('server', 'broken', { status: 500 });
      return [{ tag: 'COD' }];
    };
    await open([], { answers: { ticketTags } });
    await userEvent.click(await box());
    expect(await screen.findByText(/^The tags could not be loaded/)).toBeVisible();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(options()).toEqual(['COD']));
    expect(screen.queryByText(/^The tags could not be loaded/)).toBeNull();
  });

  it("tells a refusal in the server's words, and goes on", async () => {
    const addTags = () => {
      throw new ApiError('refused', 'A ticket has 50 tags at most.', { status: 400 });
    };
    const { fake } = await open(['COD'], { answers: { addTags } });
    await userEvent.type(await box(), 'vip{Enter}');
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'error', text: 'A ticket has 50 tags at most.' }]));
    await userEvent.click(screen.getByRole('button', { name: 'Remove tag COD' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove tag COD' })).toBeNull());
  });
});

describe('the tags of a colleague’s ticket', () => {
  it('are read, and not edited', async () => {
    await open(['COD', 'VIP'], { owner: 2 });
    expect(tagsShown()).toEqual(['COD', 'VIP']);
    expect(screen.queryByRole('combobox', { name: 'Add a tag' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove tag COD' })).toBeNull();
  });

  it('take no room where there are none', async () => {
    await open([], { owner: 2 });
    expect(screen.queryByRole('region', { name: 'Tags' })).toBeNull();
  });
});
