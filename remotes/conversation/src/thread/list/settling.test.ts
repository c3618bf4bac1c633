/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { aMessage, anEmail } from '@inbox/panel/testing';
import type { ContentItem } from '@inbox/domain';
import { act, renderHook } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { rememberHeight } from './heights';
import { useSettling, type Hold } from './settling';

function anElement({ top, height }: { top: number; height: number }): HTMLElement {
  const element = document.createElement('div');
  const box = { top, height, bottom: top + height } as DOMRect;
  jest.spyOn(element, 'getBoundingClientRect').mockReturnValue(box);
  return element;
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A thread whose mails tell of themselves in the effect of a child, before its own. */
function renderSettling(items: ContentItem[], mails: Element[] = [], isReplyShown = true) {
  const scroller = { current: anElement({ top: 0, height: 100 }) };
  Object.defineProperties(scroller.current, { clientHeight: { value: 100 }, scrollHeight: { value: 300 } });
  const releases: (() => void)[] = [];
  const hook = renderHook(
    ({ isShown }) => {
      const toHold = useRef<Hold>(() => () => undefined);
      // As a child's effect it comes first.
      useEffect(() => {
        releases.push(...mails.map((mail) => toHold.current(mail)));
      }, []);
      const settling = useSettling(items, isShown, scroller);
      toHold.current = settling.hold;
      return settling;
    },
    { initialProps: { isShown: isReplyShown } },
  );
  return { ...hook, releases };
}

it('waits until each mail that is seen has its height', () => {
  const mails = [anElement({ top: 210, height: 40 }), anElement({ top: 250, height: 50 })];
  const { result, releases } = renderSettling([anEmail({ id: 1, html: '<p>x</p>' })], mails);
  const [first, second] = releases as [() => void, () => void];
  act(first);
  act(first);
  expect(result.current.isSettling).toBe(true);
  act(second);
  expect(result.current.isSettling).toBe(false);
});

it('does not wait for mails above what is seen', () => {
  const mails = [anElement({ top: 0, height: 200 }), anElement({ top: 200, height: 100 })];
  const { result, releases } = renderSettling([anEmail({ id: 8, html: '<p>x</p>' })], mails);
  expect(result.current.isSettling).toBe(true);
  act(() => releases[1]?.());
  expect(result.current.isSettling).toBe(false);
});

it('waits for a mail that comes into view as one below it becomes smaller', () => {
  const [above, below] = [anElement({ top: 0, height: 200 }), anElement({ top: 200, height: 100 })];
  const { result, releases } = renderSettling([anEmail({ id: 9, html: '<p>x</p>' })], [above, below]);
  jest.mocked(above.getBoundingClientRect).mockReturnValue({ top: 50, height: 200, bottom: 250 } as DOMRect);
  act(() => releases[1]?.());
  expect(result.current.isSettling).toBe(true);
});

it('is not drawn again for what settles once it is shown', () => {
  const mails = [anElement({ top: 0, height: 200 }), anElement({ top: 200, height: 100 })];
  const { result, releases } = renderSettling([anEmail({ id: 10, html: '<p>x</p>' })], mails);
  act(() => releases[1]?.());
  const shown = result.current;
  act(() => releases[0]?.());
  expect(result.current).toBe(shown);
});

it('waits for a mail that never shows for ten seconds only', () => {
  const { result } = renderSettling([anEmail({ id: 2, html: '<p>x</p>' })], [anElement({ top: 200, height: 100 })]);
  expect(result.current.isSettling).toBe(true);
  act(() => {
    jest.advanceTimersByTime(10_000);
  });
  expect(result.current.isSettling).toBe(false);
});

it('does not wait where no height is missing', () => {
  rememberHeight(anEmail({ id: 3 }).id, 200, Infinity);
  const items = [aMessage(), anEmail({ id: 3, html: '<p>x</p>' }), anEmail({ id: 4, html: null })];
  expect(renderSettling(items).result.current.isSettling).toBe(false);
});

it('waits for what was measured in a panel of another width', () => {
  rememberHeight(anEmail({ id: 5 }).id, 200, 640);
  const mails = [anElement({ top: 200, height: 100 })];
  expect(renderSettling([anEmail({ id: 5, html: '<p>x</p>' })], mails).result.current.isSettling).toBe(true);
});

it('waits for the reply box below the mails as well', () => {
  const items = [anEmail({ id: 6, html: '<p>x</p>' })];
  const mails = [anElement({ top: 200, height: 100 })];
  const { result, rerender, releases } = renderSettling(items, mails, false);
  act(() => releases[0]?.());
  expect(result.current.isSettling).toBe(true);
  rerender({ isShown: true });
  expect(result.current.isSettling).toBe(false);
});
