/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { RichTextEditor, type RichTextHandle } from './editor';
import { fromHtml } from './from-html';
import { toHtml } from './to-html';

beforeEach(() => {
  // React logs what a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

it('an editor whose DOM an extension has changed is mounted again, with its text and what is written next', () => {
  const handle = createRef<RichTextHandle>();
  const initial = fromHtml('<div>one</div><div>two</div>');
  render(<RichTextEditor label="Note" height={100} handle={handle} initial={initial} onRefused={() => undefined} />);
  const box = screen.getByRole('textbox', { name: 'Note' });
  box.querySelector('[data-block]')?.remove();

  act(() => handle.current?.replace(fromHtml('<div>three</div><div>two</div>')));

  expect(screen.getByRole('textbox', { name: 'Note' })).not.toBe(box);
  expect(screen.getByRole('textbox', { name: 'Note' }).textContent).toBe('threetwo');
  expect(toHtml(handle.current?.read() ?? [])).toBe('<div>three</div><div>two</div>');
});
