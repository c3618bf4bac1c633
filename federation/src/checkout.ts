import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PanelPackage } from './facts/panel-facts';

/** Where a team works: the repository with every panel, or a folder that holds one panel alone. */
export interface Checkout {
  /** Where tools are installed, and where a relative INBOX_DATA_DIR begins. */
  root: string;
  /** Names of its panels. */
  panels: readonly string[];
  dirOf(panel: string): string;
  /** Is it one panel alone, with the shared packages installed as dependencies? */
  isAlone: boolean;
}

/**
 * @param dir where the command was given
 * @param repository the folder of the repository that the command belongs to
 */
export function findCheckout(dir: string, repository: string): Checkout {
  const found = readPackage(dir);
  // Inside the repository a panel's folder is one of many.
  if (found && !dir.startsWith(join(repository, 'remotes/'))) {
    return { root: dir, panels: [found.inbox.panel], dirOf: () => dir, isAlone: true };
  }
  const remotes = join(repository, 'remotes');
  return { root: repository, panels: list(remotes), dirOf: (panel) => join(remotes, panel), isAlone: false };
}

/** What a panel's folder says of itself; null where it is no panel's. */
export function readPackage(dir: string): PanelPackage | null {
  try {
    return z.parse(PanelPackage, JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
  } catch {
    return null;
  }
}

function list(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
