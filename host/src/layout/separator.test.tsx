/** @jest-environment jsdom */
import type { TicketId } from '@inbox/domain';
import type { ShownPanel } from '@inbox/events';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import userEvent from '@testing-library/user-event';
import type { Shell } from '../shell';
import { ShellProvider } from '../shell-context';
import { createStore } from '../store';
import type { Room } from './places';
import { Separator } from './separator';
import { createWidths, type Widths } from './widths';

let widths: Widths;
beforeEach(() => {
  localStorage.clear();
  window.innerWidth = 1600;
  widths = createWidths();
  const shell = {
    widths,
    ticket: createStore<TicketId | null>(5 as TicketId),
    places: {
      room: createStore<Room>('wide'),
      shown: createStore<readonly ShownPanel[]>(['customer-panel']),
      show: () => {},
      ticketChanged: () => {},
    },
  } satisfies Pick<Shell, 'widths' | 'ticket' | 'places'>;
  render(
    <ShellProvider value={shell as Partial<Shell> as Shell}>
      <Separator of="list" />
      <Separator of="details" />
    </ShellProvider>,
  );
});
afterEach(() => widths.stop());

const list = () => screen.getByRole('separator', { name: 'Width of the ticket list' });
const details = () => screen.getByRole('separator', { name: 'Width of the details' });

it('says how wide its panel is and how far that can go', () => {
  expect(list()).toHaveAttribute('aria-valuenow', '376');
  expect(list()).toHaveAttribute('aria-valuemin', '284');
  expect(list()).toHaveAttribute('aria-valuemax', '640');
  expect(details()).toHaveAttribute('aria-valuenow', '320');
});

it.each([
  ['{ArrowRight}', 392, 304],
  ['{ArrowLeft}', 360, 336],
  ['{Home}', 284, 280],
  ['{End}', 640, 640],
  ['{ArrowUp}', 376, 320],
  ['{Control>}{End}{/Control}', 376, 320],
])('%s makes the list %i and the details %i wide', async (key, listWidth, detailsWidth) => {
  list().focus();
  await userEvent.keyboard(key);
  expect(list()).toHaveAttribute('aria-valuenow', String(listWidth));
  act(() => widths.reset('list'));
  details().focus();
  await userEvent.keyboard(key);
  expect(details()).toHaveAttribute('aria-valuenow', String(detailsWidth));
});

/** jsdom's pointer events carry no place. */
const pointer = (type: string, clientX: number) =>
  fireEvent(details(), new MouseEvent(`pointer${type}`, { bubbles: true, button: 0, clientX }));

it('follows the pointer while it is held, and a double click brings the usual width back', async () => {
  details().setPointerCapture = () => {};
  pointer('down', 1000);
  pointer('move', 900);
  expect(details()).toHaveAttribute('aria-valuenow', '420');
  pointer('up', 900);
  pointer('move', 800);
  expect(details()).toHaveAttribute('aria-valuenow', '420');
  await userEvent.dblClick(details());
  expect(details()).toHaveAttribute('aria-valuenow', '320');
});
