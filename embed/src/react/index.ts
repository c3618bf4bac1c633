'use client';
import { createElement, useEffect, useRef, useState, type CSSProperties, type ReactElement } from 'react';
import type { InboxErrorCode, InboxGlobal, InboxHandle, InboxOptions, InboxProps } from '../types.js';

export type { InboxError, InboxErrorCode, InboxEvent, InboxOptions, InboxProps, InboxTheme, Intent } from '../types.js';

export interface InboxPanelProps extends InboxOptions {
  /** Of the panel: `conversation`, `ticket-list`, `customer-panel`, `quick-replies` … */
  name: string;
  className?: string;
  style?: CSSProperties;
}

/** The scripts on their way, by address. */
const scripts = new Map<string, Promise<InboxGlobal>>();

/** `Inbox` of the script that the page has, or of the one that is fetched from the inbox. */
function loadInbox(inboxUrl: string): Promise<InboxGlobal> {
  const src = `${inboxUrl.replace(/\/$/, '')}/embed/embed.js`;
  const known = scripts.get(src);
  if (known) return known;
  const loading = new Promise<InboxGlobal>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => resolve(window.Inbox));
    script.addEventListener('error', () => {
      scripts.delete(src);
      script.remove();
      reject(new Error(src));
    });
    document.head.append(script);
  });
  scripts.set(src, loading);
  return loading;
}

/** What `update` takes, of what is set. */
const shownOf = ({ ticketId, conversationId, customerId, filters, theme }: InboxProps): InboxProps =>
  JSON.parse(JSON.stringify({ ticketId, conversationId, customerId, filters, theme })) as InboxProps;

/**
 * A panel of the inbox, which fills its element. A change of what it shows updates it; another name, mode, merchant,
 * locale or inbox mounts it anew. Functions may be others with each render. It needs `embed.js` in the page, or `inboxUrl`
 * to fetch it.
 */
export function InboxPanel(props: InboxPanelProps): ReactElement {
  const { name, mode, merchant, locale, live, inboxUrl, panelOrigins, className, style } = props;
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const latest = useRef(props);
  const mounted = useRef<{ handle: InboxHandle; shown: InboxProps } | null>(null);
  /** Counts the times that something is shown no more, which no update says. */
  const [unset, setUnset] = useState(0);
  const shownText = JSON.stringify(shownOf(props));
  const origins = panelOrigins?.join(' ');

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!element) return;
    let isGone = false;
    const fail = (code: InboxErrorCode, about: string) => {
      if (isGone) return;
      const message = `[inbox ${code}] ${name}: ${about}`;
      console.error(message);
      latest.current.onError?.({ code, message, panel: name });
    };
    const start = (inbox: InboxGlobal) => {
      if (isGone) return;
      const {
        getToken,
        onNavigate: _navigate,
        className: _class,
        style: _style,
        name: _name,
        ...values
      } = latest.current;
      const handle = inbox.mount(name, element, {
        ...values,
        // What is no function is `mount`'s to refuse.
        getToken: typeof getToken === 'function' ? (how) => latest.current.getToken(how) : getToken,
        // False: the inbox opens in a new tab.
        onNavigate: (intent) => (latest.current.onNavigate ? latest.current.onNavigate(intent) : false),
        onReady: () => latest.current.onReady?.(),
        onError: (error) => latest.current.onError?.(error),
        onEvent: (event) => latest.current.onEvent?.(event),
      });
      mounted.current = { handle, shown: shownOf(latest.current) };
    };
    const known = window.Inbox as InboxGlobal | undefined;
    if (typeof known?.mount === 'function') start(known);
    else if (!inboxUrl) fail('bad-options', 'embed.js is not on the page: load it before, or give inboxUrl.');
    else loadInbox(inboxUrl).then(start, (error: Error) => fail('network', `${error.message} did not load.`));
    return () => {
      isGone = true;
      void mounted.current?.handle.unmount();
      mounted.current = null;
    };
  }, [element, name, mode, merchant, locale, live, inboxUrl, origins, unset]);

  useEffect(() => {
    const now = mounted.current;
    if (!now) return;
    const shown = JSON.parse(shownText) as InboxProps;
    const before = now.shown;
    if (JSON.stringify(before) === shownText) return;
    if (Object.keys(before).some((key) => !(key in shown))) return setUnset((count) => count + 1);
    now.shown = shown;
    now.handle.update(shown);
  }, [shownText]);

  return createElement('div', { ref: setElement, className, style: { blockSize: '100%', ...style } });
}
