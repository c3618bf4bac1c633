import type { InboxGlobal } from '../types';
import type { ShellFile } from './load-shell';
import { createMounter } from './mount';
import { createTrust } from './trust';

/** What the build knows of the script: its version, and what it loads. */
export interface EmbedFacts {
  version: string;
  shell: ShellFile;
  iframe: ShellFile;
}

/**
 * Makes `window.Inbox`, if there is none.
 *
 * @param ownUrl origin of the script
 * @returns that of the page: the first script serves it, a second one, of whatever version, changes nothing
 */
export function defineInbox({ version, shell, iframe }: EmbedFacts, ownUrl: string): InboxGlobal {
  if (typeof (window.Inbox as Partial<InboxGlobal> | undefined)?.mount === 'function') return window.Inbox;
  const trust = createTrust();
  const inbox: InboxGlobal = Object.freeze({
    version,
    mount: createMounter({ ownUrl, files: { shadow: shell, iframe }, trust }),
    trusted: trust.script,
  });
  // Not a plain assignment: an element of the page with this id would be in its place.
  Object.defineProperty(window, 'Inbox', { value: inbox, enumerable: true });
  return inbox;
}
