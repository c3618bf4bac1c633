/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { RichTextEditor, type RichTextHandle } from './editor';
import type { RichText } from './rich-text';
import { toHtml } from './to-html';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** An editor, and what it says was written. */
function opened() {
  const handle = createRef<RichTextHandle>();
  const told: RichText[] = [];
  render(
    <RichTextEditor
      label="Message"
      height={200}
      handle={handle}
      onChange={(text) => told.push(text)}
      onRefused={() => undefined}
    />,
  );
  act(() => handle.current?.focus());
  const box = screen.getByRole('textbox', { name: 'Message' });
  return { box, told, html: () => toHtml(handle.current?.read() ?? []) };
}

/** The browser's own text, which an input method changes while it composes. */
function browserWrites(box: HTMLElement, text: string): void {
  const place = box.querySelector('[data-text="true"]') ?? box.querySelector('[data-offset-key] span');
  if (place === null) throw new Error('There is no line.');
  const node = [...place.childNodes].find((child) => child.nodeType === Node.TEXT_NODE);
  if (node) node.nodeValue = text;
  else place.replaceChildren(document.createTextNode(text));
}

/** One word, as an input method makes it: it is changed again and again, and stands when the composition ends. */
function compose(box: HTMLElement, before: string, steps: readonly string[]): void {
  fireEvent.compositionStart(box, { data: '' });
  for (const step of steps) {
    fireEvent.compositionUpdate(box, { data: step });
    browserWrites(box, before + step);
  }
  fireEvent.compositionEnd(box, { data: steps.at(-1) ?? '' });
  // draft-js waits a moment for another composition before it reads what was written.
  act(() => {
    jest.advanceTimersByTime(50);
  });
}

describe('what an input method writes', () => {
  it.each([
    ['Hindi', ['न', 'नम', 'नमस', 'नमस्', 'नमस्ते']],
    ['Tamil', ['வ', 'வண', 'வணக்கம்']],
    ['Japanese', ['k', 'か', 'かん', '漢']],
  ])('arrives once and whole: %s', (_, steps) => {
    const { box, told, html } = opened();
    compose(box, '', steps);
    expect(html()).toBe(`<div>${steps.at(-1)}</div>`);
    expect(told.map((text) => toHtml(text))).toEqual([`<div>${steps.at(-1)}</div>`]);
  });

  it('goes on after what was composed before', () => {
    const { box, html } = opened();
    compose(box, '', ['न', 'नमस्ते']);
    compose(screen.getByRole('textbox', { name: 'Message' }), 'नमस्ते', [' ज', ' जी']);
    expect(html()).toBe('<div>नमस्ते जी</div>');
  });

  it('is not there while it is composed', () => {
    const { box, told } = opened();
    fireEvent.compositionStart(box, { data: '' });
    fireEvent.compositionUpdate(box, { data: 'न' });
    browserWrites(box, 'न');
    expect(told).toEqual([]);
  });
});
