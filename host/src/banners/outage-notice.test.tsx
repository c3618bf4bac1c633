/** @jest-environment jsdom */
import type { Connection } from '@inbox/events';
import { expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from '@inbox/panel/store';
import { OutageNotice } from './outage-notice';

it('says plainly that 24 tries were in vain, and tries again when asked', async () => {
  const connection = createStore<Connection>({ state: 'offline', since: 0, attempt: 24 });
  const reconnect = jest.fn();
  render(<OutageNotice connection={connection} onReconnect={reconnect} />);
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => connection.set({ state: 'offline', since: 0, attempt: 25 }));
  expect(screen.getByRole('alert')).toHaveTextContent('The inbox could not reconnect.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reconnect).toHaveBeenCalledTimes(1);
  act(() => connection.set({ state: 'live' }));
  expect(screen.queryByRole('alert')).toBeNull();
});
