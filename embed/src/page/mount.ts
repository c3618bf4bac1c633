import type { InboxErrorCode, InboxHandle, InboxOptions, InboxProps } from '../types';
import { watchBlocked } from './blocked';
import type { ShellMount } from './contract';
import { inboxError, tell } from './errors';
import { loadShell, type ShellFile } from './load-shell';
import { isReachable } from './reachable';
import type { Trust } from './trust';

interface MounterDeps {
  /** Origin of the script. */
  ownUrl: string;
  /** What shows panels, by mode. */
  files: Readonly<Record<Mode, ShellFile>>;
  trust: Trust;
}

type Mode = NonNullable<InboxOptions['mode']>;

const NUMBERS = ['ticketId', 'conversationId', 'customerId'] as const;

/** @returns what is wrong with the call, in words; null when nothing is */
function wrongWith(name: unknown, element: unknown, options: InboxOptions | undefined): string | null {
  if (typeof name !== 'string' || name === '') return 'the first argument is the name of a panel.';
  if (!(element instanceof Element))
    return `the second argument is the element to show ${name} in; it got ${String(element)}.`;
  if (typeof options?.getToken !== 'function') return 'getToken must be a function that gives the token.';
  const { inboxUrl, mode = 'shadow', merchant } = options;
  if (mode !== 'shadow' && mode !== 'iframe') return `mode is 'shadow' or 'iframe'; it got ${String(mode)}.`;
  if (mode === 'iframe' && !merchant) return "mode 'iframe' needs merchant, the short name of the token's merchant.";
  for (const key of NUMBERS) {
    const value: unknown = options[key];
    if (value !== undefined && !Number.isSafeInteger(value)) return `${key} is a number; it got a ${typeof value}.`;
  }
  if (inboxUrl !== undefined && !URL.canParse(inboxUrl)) return `inboxUrl is no address: ${inboxUrl}.`;
  return null;
}

/** Makes `Inbox.mount`: what is asked for before the shell is there waits for it. */
export function createMounter({ ownUrl, files, trust }: MounterDeps) {
  let loading: { inboxUrl: string; mounts: Partial<Record<Mode, Promise<ShellMount>>> } | null = null;

  async function load(inboxUrl: string, mode: Mode): Promise<ShellMount> {
    trust.allow(inboxUrl);
    loading ??= { inboxUrl, mounts: {} };
    try {
      return await (loading.mounts[mode] ??= loadShell(inboxUrl, files[mode], trust));
    } catch (error) {
      // The next panel tries again.
      loading = null;
      throw error;
    }
  }

  return function mount(name: string, element: Element, options: InboxOptions): InboxHandle {
    const wrong = wrongWith(name, element, options);
    const inboxUrl = new URL(wrong === null ? (options.inboxUrl ?? ownUrl) : ownUrl).origin;
    const fail = (code: InboxErrorCode, about: string) =>
      tell(inboxError(code, name, about, inboxUrl), options?.onError);
    const nothing: InboxHandle = { update: () => undefined, unmount: () => Promise.resolve() };
    if (wrong !== null) {
      fail('bad-options', wrong);
      return nothing;
    }
    if (loading && loading.inboxUrl !== inboxUrl) {
      fail('two-inboxes', loading.inboxUrl);
      return nothing;
    }

    for (const origin of options.panelOrigins ?? []) trust.allow(origin);
    const blocked = watchBlocked((address) => address.startsWith(inboxUrl));
    let mounted: InboxHandle | null = null;
    let props: InboxProps = options;
    let isGone = false;
    load(inboxUrl, options.mode ?? 'shadow')
      .then((shellMount) => {
        if (!isGone) mounted = shellMount(name, element, { ...options, ...props }, { inboxUrl, trust });
      })
      .catch(async (error: unknown) => {
        const stopped = (await blocked.take()) ?? (error instanceof TypeError ? error.message : null);
        // A script that the inbox is there for and does not give is one for other origins.
        const isElsewhere = stopped === null && (await isReachable(inboxUrl));
        if (isGone) return;
        if (stopped !== null) fail('blocked-by-csp', stopped);
        else if (isElsewhere) fail('wrong-origin', '');
        else fail('network', String(error));
      })
      .finally(blocked.stop);
    return {
      update(change) {
        props = { ...props, ...change };
        mounted?.update(change);
      },
      unmount() {
        isGone = true;
        return mounted?.unmount() ?? Promise.resolve();
      },
    };
  };
}
