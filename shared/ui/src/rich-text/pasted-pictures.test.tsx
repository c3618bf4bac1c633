/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { RichTextEditor, type RichTextHandle } from './editor';
import { toHtml } from './to-html';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const picture = new File([Buffer.from('iVBORw0KGgo=', 'base64')], 'image.png', { type: 'image/png' });
const CELLS = '<table><tr><td>A1</td><td>B1</td></tr></table>';

/** Pastes a picture with this text beside it, and returns how to read the editor. */
function pasted(data: Readonly<Record<string, string>>): () => string {
  const handle = createRef<RichTextHandle>();
  render(<RichTextEditor label="Message" height={200} handle={handle} onRefused={() => undefined} />);
  act(() => handle.current?.focus());
  fireEvent.paste(screen.getByRole('textbox', { name: 'Message' }), {
    clipboardData: {
      types: [...Object.keys(data), 'Files'],
      items: [],
      files: [picture],
      getData: (type: string) => data[type] ?? '',
    },
  });
  return () => toHtml(handle.current?.read() ?? []);
}

describe('a picture on the clipboard', () => {
  it.each<[string, Record<string, string>]>([
    ['text and HTML', { 'text/plain': 'A1\tB1', 'text/html': CELLS }],
    ['text without HTML', { 'text/plain': 'A1 B1' }],
    ['HTML without text', { 'text/html': CELLS }],
  ])('is left out when it is one of %s that was copied', async (_, data) => {
    const read = pasted(data);
    await waitFor(() => expect(read()).toMatch(/A1.*B1/));
    expect(read()).not.toContain('<img');
  });

  it.each<[string, Record<string, string>]>([
    ['a screenshot', {}],
    [
      'one of a page, which has its address beside it',
      { 'text/html': '<img src="https://a.example/a.png" alt="A">', 'text/plain': 'https://a.example/a.png' },
    ],
  ])('is put into the text when it is %s', async (_, data) => {
    const read = pasted(data);
    await waitFor(() => expect(read()).toContain(`<img src="${PNG}"`));
    expect(read()).not.toContain('a.example');
  });
});
