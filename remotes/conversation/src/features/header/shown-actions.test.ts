import { describe, expect, it } from '@jest/globals';
import { headerLayout, type HeaderAction } from './shown-actions';

const owned: HeaderAction[] = ['close', 'assign', 'priority'];
const unowned: HeaderAction[] = ['assignMe', 'assign', 'priority'];
const phone: HeaderAction[] = ['close', 'call', 'assign', 'priority'];

describe('what the head of a conversation shows at a width', () => {
  // The panel's width at 360, 1280, 1366, 1440, 1600 and 1920 px with the details open.
  it.each<[number, HeaderAction[], HeaderAction[]]>([
    [360, owned, []],
    [528, owned, ['close', 'assign']],
    [614, owned, owned],
    [688, owned, owned],
    [614, unowned, unowned],
    [688, unowned, unowned],
    [688, phone, phone],
    [528, phone, ['close', 'call', 'assign']],
    [360, ['reopen', 'csat'], ['reopen']],
    [614, ['reopen', 'csat'], ['reopen', 'csat']],
  ])('at %i px, of %j', (width, offered, shown) => {
    expect([...headerLayout(width, new Set(offered)).shown]).toEqual(shown);
  });

  it('leaves no less wanted action where a more wanted one had no room', () => {
    const all = new Set<HeaderAction>(['assignMe', 'close', 'call', 'assign', 'priority']);
    for (let width = 280; width < 1200; width++) {
      const shown = [...headerLayout(width, all).shown];
      expect(shown).toEqual(['assignMe', 'close', 'call', 'assign', 'priority'].slice(0, shown.length));
    }
  });

  it('puts the facts beside the buttons only where all of them fit', () => {
    expect(headerLayout(614, new Set(owned)).oneRow).toBe(false);
    expect(headerLayout(688, new Set(owned)).oneRow).toBe(false);
    expect(headerLayout(1168, new Set(owned)).oneRow).toBe(true);
    expect(headerLayout(Infinity, new Set(owned)).oneRow).toBe(true);
  });
});
