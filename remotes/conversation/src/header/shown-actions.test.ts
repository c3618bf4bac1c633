import { describe, expect, it } from '@jest/globals';
import { headerLayout, type HeaderAction } from './shown-actions';

const owned: HeaderAction[] = ['close', 'assign', 'priority'];
const unowned: HeaderAction[] = ['assignMe', 'assign', 'priority'];
const phone: HeaderAction[] = ['close', 'call', 'assign', 'priority'];

describe('what the head of a conversation shows at a width', () => {
  // The panel's width at 360, 1280, 1366, 1440, 1600 and 1920 px with the details open.
  it.each<[number, HeaderAction[], HeaderAction[]]>([
    [360, owned, []],
    [528, owned, owned],
    [528, unowned, unowned],
    [614, owned, owned],
    [688, owned, owned],
    [614, unowned, unowned],
    [688, unowned, unowned],
    [688, phone, phone],
    [528, phone, phone],
    [360, ['reopen', 'csat'], ['reopen']],
    [614, ['reopen', 'csat'], ['reopen', 'csat']],
  ])('at %i px, of %j', (width, offered, shown) => {
    expect([...headerLayout(width, new Set(offered), !offered.includes('call')).shown]).toEqual(shown);
  });

  it('leaves no less wanted action where a more wanted one had no room', () => {
    const all = new Set<HeaderAction>(['assignMe', 'close', 'call', 'assign', 'priority']);
    for (let width = 280; width < 1200; width++) {
      const shown = [...headerLayout(width, all, true).shown];
      expect(shown).toEqual(['assignMe', 'close', 'call', 'assign', 'priority'].slice(0, shown.length));
    }
  });

  it('shows the priority as a dot when its name does not fit', () => {
    const isShort = (width: number) => headerLayout(width, new Set(owned), true).isPriorityShort;
    expect([360, 528, 614].map(isShort)).toEqual([false, true, false]);
  });

  it('puts the facts beside the buttons only where all of them fit', () => {
    expect(headerLayout(614, new Set(owned), true).oneRow).toBe(false);
    expect(headerLayout(688, new Set(owned), true).oneRow).toBe(false);
    expect(headerLayout(1168, new Set(owned), true).oneRow).toBe(true);
    expect(headerLayout(Infinity, new Set(owned), true).oneRow).toBe(true);
  });
});
