/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import { formatDay } from '@inbox/domain';
import { cleanup, render } from '@testing-library/react';
import { DayDivider } from './dividers';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

/** The first night is one hour longer in Europe's zones, the second one hour shorter; in others they are as all. */
it.each([
  ['late on a day of 25 hours', new Date(2026, 9, 25, 23, 30), new Date(2026, 9, 24, 12)],
  ['early after a day of 23 hours', new Date(2026, 2, 30, 0, 30), new Date(2026, 2, 29, 12)],
  ['on the first of a month', new Date(2026, 10, 1, 9), new Date(2026, 9, 31, 12)],
])('names today and yesterday %s', (_, now, yesterday) => {
  jest.useFakeTimers({ now });
  const shown = (day: Date) => render(<DayDivider day={formatDay(day)} />).container.textContent;
  expect([shown(now), shown(yesterday)]).toEqual(['Today', 'Yesterday']);
  expect(shown(new Date(2026, 9, 12))).toBe('12 Oct 2026');
});
