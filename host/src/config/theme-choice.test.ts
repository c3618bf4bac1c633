/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createThemeKeeper } from './theme-choice';

beforeEach(() => localStorage.clear());

/** The system's own preference, which a test changes. */
function system(dark: boolean) {
  const query = Object.assign(new EventTarget(), { matches: dark }) as MediaQueryList & { matches: boolean };
  return {
    query,
    turn(toDark: boolean) {
      Object.assign(query, { matches: toDark });
      query.dispatchEvent(new Event('change'));
    },
  };
}
const pageScheme = () => document.documentElement.style.getPropertyValue('color-scheme');

describe('the theme', () => {
  it('follows the system until the agent chooses, and is the page’s from the start', () => {
    const { query, turn } = system(true);
    const { mode, choice } = createThemeKeeper(query);
    expect([choice.get(), mode.get(), pageScheme()]).toEqual(['system', 'dark', 'dark']);
    turn(false);
    expect([mode.get(), pageScheme()]).toEqual(['light', 'light']);
  });

  it('that was chosen is remembered and does not follow the system', () => {
    const { query, turn } = system(false);
    createThemeKeeper(query).choose('dark');
    const { mode, choice } = createThemeKeeper(query);
    turn(true);
    turn(false);
    expect([choice.get(), mode.get(), pageScheme()]).toEqual(['dark', 'dark', 'dark']);
  });

  it('is the system’s when what is stored makes no sense', () => {
    localStorage.setItem('inbox.theme', 'sepia');
    expect(createThemeKeeper(system(false).query).choice.get()).toBe('system');
  });
});
