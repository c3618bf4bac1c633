import { createMounter } from './page/mount';
import { createTrust } from './page/trust';
import type { InboxGlobal } from './types';

/** Put in by the build: the script's version, and the bytes of what it loads. */
const FACTS = JSON.parse('__INBOX_EMBED_FACTS__') as { version: string; path: string; integrity: string };

const script = document.currentScript as HTMLScriptElement | null;
const ownUrl = new URL(script?.src ?? location.href).origin;

// The first script on the page serves it: a second one, of whatever version, changes nothing.
if (typeof (window.Inbox as Partial<InboxGlobal> | undefined)?.mount !== 'function') {
  const trust = createTrust();
  const inbox: InboxGlobal = Object.freeze({
    version: FACTS.version,
    mount: createMounter({ ownUrl, shell: FACTS, trust }),
    trusted: trust.script,
  });
  // Not a plain assignment: an element of the page with this id would be in its place.
  Object.defineProperty(window, 'Inbox', { value: inbox, enumerable: true });
}
