import { createContext, use } from 'react';
import type { Shell } from './shell';

const ShellContext = createContext<Shell | null>(null);

export const ShellProvider = ShellContext.Provider;

/** The shell's services. Throws outside a ShellProvider. */
export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('A part of the shell stands outside ShellProvider.');
  return shell;
}
