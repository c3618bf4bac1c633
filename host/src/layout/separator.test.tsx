/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import userEvent from '@testing-library/user-event';
import { createStore } from '@inbox/panel/store';
import { aPanel } from '@inbox/shell/testing';
import { SlotsProvider } from '../slots/context';
import { createSlots } from '../slots/slots';
import type { Breakpoint } from '../slots/breakpoint';
import { Separator } from './separator';
import { createWidths, type Widths } from './widths';

let widths: Widths;
beforeEach(() => {
  localStorage.clear();
  window.innerWidth = 1600;
  widths = createWidths();
  const size = { breakpoint: createStore<Breakpoint>('wide'), low: createStore(false) };
  const slots = createSlots(size, createStore({ ticketIsOpen: true, permissions: [], settings: null }));
  slots.place([aPanel('details', { toggle: { label: 'Details', startsOpen: true } })]);
  render(
    <SlotsProvider value={slots}>
      <Separator of="list" widths={widths} />
      <Separator of="side" widths={widths} />
    </SlotsProvider>,
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
