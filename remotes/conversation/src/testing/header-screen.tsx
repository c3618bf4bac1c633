import { END_OF_LIST, type ContentItem, type Ticket } from '@inbox/domain';
import {
  aMessage,
  anAgent,
  aProfile,
  aTicket,
  createFakePorts,
  mountPanel,
  type Answers,
  type FakePortsOptions,
} from '@inbox/panel/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';

export const MINUTE = 60_000;
export const now = Date.now();
export const ago = (minutes: number) => new Date(now - minutes * MINUTE).toISOString();
export const mine = (changes: Parameters<typeof aTicket>[0] = {}) =>
  aTicket({ id: 1, conversation_id: 101, status: 'open', owner_id: 1, session_expiry_at: ago(60), ...changes });
export const hello: ContentItem = aMessage({ id: 11, ticket_id: 1, conversation_id: 101 });

export const pageOf = (ticket: Ticket, server_time = new Date().toISOString()) => ({
  ticket,
  siblings: [],
  content: [hello],
  oldest_timestamp: END_OF_LIST,
  seq: 0,
  server_time,
});

interface World extends FakePortsOptions {
  ticket?: Ticket;
  serverTime?: string;
}

/** The panel with one ticket open; `asha`, agent 1, is signed in. */
export async function openTicket({ ticket = mine(), serverTime, answers = {}, ...options }: World = {}) {
  const all: Answers = {
    allAgents: () => [
      anAgent(),
      anAgent({ id: 2, first_name: 'Dev', last_name: 'Patel' }),
      anAgent({ id: 3, first_name: 'Meera', last_name: 'Iyer' }),
    ],
    content: () => pageOf(ticket, serverTime),
    markRead: () => ({ ticket }),
    ...answers,
  };
  const fake = createFakePorts({ ...options, answers: all, open: ticket.id });
  await mountPanel(panel, { fake });
  await screen.findByRole('banner');
  const inputOf = (name: string) => fake.calls.find((call) => call.name === name)?.input;
  return { fake, ticket, inputOf };
}

export const header = () => within(screen.getByRole('banner'));
export const press = async (name: string) => userEvent.click(await header().findByRole('button', { name }));
export async function pick(menu: string, item: string) {
  await press(menu);
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}
export const csat = aProfile({ is_csat_enabled: true });
