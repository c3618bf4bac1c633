import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { holds, isInFirstPaint, PanelDescription } from './description';

const least = { title: 'Weather', slot: 'side', order: 5, failed: 'Weather could not be loaded.' };
const parses = (change: object) => z.safeParse(PanelDescription, { ...least, ...change }).success;

describe('a description', () => {
  it('needs a title, a slot, an order and words for its failure, and no more', () => {
    expect(parses({})).toBe(true);
    for (const field of Object.keys(least)) expect(parses({ [field]: undefined })).toBe(false);
  });

  it('may say more than this page knows', () => {
    expect(z.parse(PanelDescription, { ...least, mood: 'sunny' })).toEqual(least);
  });

  it.each([
    ['an unknown slot', { slot: 'ceiling' }],
    ['an icon that is no path', { icon: 'M0 0"/><script>' }],
    ['a key of two letters', { commands: [{ action: 'go', label: 'Go', key: 'gg' }] }],
    ['an action without a proper id', { commands: [{ action: 'Go there', label: 'Go' }] }],
    ['a skeleton without end', { skeleton: { rows: 1e9 } }],
    ['a fill without a point', { fills: [{ action: 'go', label: 'Go', order: 1 }] }],
  ])('is refused for %s', (_, change) => {
    expect(parses(change)).toBe(false);
  });

  it('survives JSON unchanged', () => {
    const full = { ...least, when: { ticket: true }, toggle: { label: 'Show' }, fills: [] };
    expect(z.parse(PanelDescription, JSON.parse(JSON.stringify(full)))).toEqual(full);
  });
});

describe('a condition', () => {
  const now = { ticketIsOpen: true, permissions: ['see'], settings: { on: true, off: false } };

  it.each([
    [undefined, true],
    [{}, true],
    [{ ticket: true as const, permission: 'see', setting: 'on' }, true],
    [{ permission: 'write' }, false],
    [{ setting: 'off' }, false],
    [{ setting: 'unheard' }, false],
  ])('%j holds: %p', (condition, expected) => {
    expect(holds(condition, now)).toBe(expected);
  });

  it('of a ticket or a setting does not hold while there is none', () => {
    const none = { ticketIsOpen: false, permissions: [], settings: null };
    expect(holds({ ticket: true }, none)).toBe(false);
    expect(holds({ setting: 'on' }, none)).toBe(false);
  });
});

it('names what is loaded first by the address', () => {
  const described = z.parse(PanelDescription, { ...least, firstPaint: 'ticket' });
  expect(isInFirstPaint(described, true)).toBe(true);
  expect(isInFirstPaint(described, false)).toBe(false);
});
