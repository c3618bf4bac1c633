/** @jest-environment jsdom */
import type * as ApiRoom from '@inbox/api';
import { NO_FILTERS } from '@inbox/domain';
import { connectBus, type StateValue } from '@inbox/events';
import { afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import { calls, mounted, openShell, resetBrowser } from './shell-testing';
import type * as StartShell from './start-shell';

jest.mock('@inbox/api', () => ({
  ...jest.requireActual<typeof ApiRoom>('@inbox/api'),
  createApi: () => calls,
}));

let startShell: typeof StartShell.startShell;
beforeAll(async () => {
  // After the mock above, which it is to find.
  ({ startShell } = await import('./start-shell'));
});

let stop = () => {};
beforeEach(() => void resetBrowser());
afterEach(() => act(() => stop()));

/** The page at an address, and what a panel hears and asks there. */
async function openAt(path: string) {
  stop = await openShell(startShell, path);
  const { ports } = mounted.get('ticket-list')!;
  const heard: (string | null)[] = [];
  const hear = ({ filters }: StateValue<'list.asked'>) => heard.push(filters && filters.ticket_status);
  connectBus(ports.bus!).onState('list.asked', hear);
  return { navigate: (intent: Parameters<typeof ports.navigate>[0]) => act(() => ports.navigate(intent)), heard };
}

const at = () => location.pathname + location.search;

it('tells panels the filters that the address names, also when the agent goes back', async () => {
  const { navigate, heard } = await openAt('/inbox/tickets?status=open');
  expect(heard.at(-1)).toBe('open');
  navigate({ to: 'tickets', filters: { ...NO_FILTERS, ticket_status: 'closed' } });
  expect(at()).toBe('/inbox/tickets?status=closed');
  expect(heard.at(-1)).toBe('closed');
  act(() => history.back());
  await waitFor(() => expect(heard.at(-1)).toBe('open'));
});

it('keeps the filters in the address from ticket to ticket and back to the list', async () => {
  const { navigate } = await openAt('/inbox/tickets?status=open');
  navigate({ to: 'ticket', id: 5 });
  expect(at()).toBe('/inbox/tickets/5?status=open');
  navigate({ to: 'tickets' });
  expect(at()).toBe('/inbox/tickets?status=open');
});

it('says that an address names none', async () => {
  const { heard } = await openAt('/inbox/tickets/5');
  expect(heard.at(-1)).toBeNull();
});

it('takes no second place in the history for where one is', async () => {
  const { navigate } = await openAt('/inbox/tickets');
  const places = history.length;
  navigate({ to: 'tickets' });
  expect(history.length).toBe(places);
});
