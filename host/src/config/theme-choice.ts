import type { ThemeMode } from '@inbox/panel/contract';
import * as z from 'zod/mini';
import { createStore, type Store } from '@inbox/panel/store';
import { readStoredText, writeStoredText } from '../storage';

export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const THEME_KEY = 'inbox.theme';

/** What the agent has chosen, remembered, and the mode that follows from it. */
export interface ThemeKeeper {
  choice: Store<ThemeChoice>;
  mode: Store<ThemeMode>;
  choose(choice: ThemeChoice): void;
}

export function createThemeKeeper(
  systemIsDark: MediaQueryList = matchMedia('(prefers-color-scheme: dark)'),
): ThemeKeeper {
  const choice = createStore<ThemeChoice>(readStoredText(THEME_KEY, z.enum(THEME_CHOICES)) ?? 'system');
  const modeNow = (): ThemeMode => {
    const chosen = choice.get();
    if (chosen !== 'system') return chosen;
    return systemIsDark.matches ? 'dark' : 'light';
  };
  const mode = createStore(modeNow());
  // The page itself, before and behind all that is drawn in it: no white flash in front of a dark inbox.
  const paintPage = () => document.documentElement.style.setProperty('color-scheme', mode.get());
  mode.subscribe(paintPage);
  paintPage();
  systemIsDark.addEventListener('change', () => mode.set(modeNow()));
  return {
    choice,
    mode,
    choose(next) {
      writeStoredText(THEME_KEY, next);
      choice.set(next);
      mode.set(modeNow());
    },
  };
}
