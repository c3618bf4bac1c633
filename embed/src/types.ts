/** What the page of another product says and hears: the whole of `window.Inbox`. Types only, so that anybody may copy them. */

/** Where a person wants to go from a panel. */
export type Intent =
  | { to: 'ticket'; id: number }
  | { to: 'tickets'; filters?: Record<string, unknown> }
  | { to: 'inbox-settings' }
  | { to: 'whatsapp-templates' };

/** What happened in the inbox that a page may want to know. */
export type InboxEvent =
  /** A ticket is not as it was: by this panel, or by anybody while `live` is on. */
  | { type: 'ticket.changed'; ticketId: number; status: string; unread: boolean }
  /** The inbox has stored a reply to the ticket's customer. */
  | { type: 'reply.sent'; ticketId: number; messageId: number }
  /** How many messages of this ticket nobody has read. */
  | { type: 'unread.count'; ticketId: number; count: number };

export type InboxErrorCode =
  /** `mount` was called with something that it does not take. */
  | 'bad-options'
  /** `getToken` gave none, or threw. */
  | 'no-token'
  /** The inbox does not let pages of this origin show panels. */
  | 'wrong-origin'
  /** The page's own Content-Security-Policy, or its Trusted Types, stopped a script or a call. */
  | 'blocked-by-csp'
  /** The inbox has no panel of this name, or it is switched off. */
  | 'unknown-panel'
  /** The inbox does not answer. */
  | 'network'
  /** The token is refused, and a new one was refused as well. */
  | 'signed-out'
  /** This page shows panels of another inbox already. */
  | 'two-inboxes'
  /** The panel could not be loaded, or it crashed. */
  | 'panel-failed';

export interface InboxError {
  code: InboxErrorCode;
  /** What to do about it, for whoever makes the page. Nothing of a customer's is in it. */
  message: string;
  panel: string;
}

export interface InboxTheme {
  mode?: 'light' | 'dark';
  /** Colours in place of the inbox's, by the name of their token: `accent`, `surface`, `text` … */
  tokens?: Record<string, string>;
}

/** What may change while a panel is shown. */
export interface InboxProps {
  ticketId?: number;
  conversationId?: number;
  customerId?: number;
  /** For the list: what differs from the agent's usual one. */
  filters?: Record<string, unknown>;
  theme?: InboxTheme;
}

export interface InboxOptions extends InboxProps {
  /**
   * The token of the person who looks at the page, as the page's server has it. Called again, with `forceRefresh`, when
   * the inbox refuses the one before.
   */
  getToken(options: { forceRefresh: boolean }): Promise<string | null> | string | null;
  /**
   * `shadow`, in the page's own document, when left out; `iframe`: in a sandboxed frame of the inbox's origin, which the
   * page's scripts cannot look into. It needs `merchant`.
   */
  mode?: 'shadow' | 'iframe';
  /** Short name of the merchant whose token `getToken` gives. For `mode: 'iframe'`: whose list the page's origin is in. */
  merchant?: string;
  /** BCP 47, for dates and numbers; `en-IN` when left out. */
  locale?: string;
  /** False: no live connection; the panel shows what it loads, and is refreshed by hand. */
  live?: boolean;
  /** Origin of the inbox; that of the script when left out. */
  inboxUrl?: string;
  /** Other origins that serve the panels' files (the inbox's INBOX_PANELS_URL). */
  panelOrigins?: readonly string[];
  /** In place of opening the inbox in a new tab, unless it returns false. */
  onNavigate?(intent: Intent): unknown;
  /** The panel shows its first content. */
  onReady?(): void;
  /** Gets what went wrong, which is written to the console in any case. */
  onError?(error: InboxError): void;
  onEvent?(event: InboxEvent): void;
}

export interface InboxHandle {
  /** Changes what the panel shows; what is not named stays. */
  update(props: InboxProps): void;
  /** Takes it away with all that it brought; the second time does nothing. */
  unmount(): Promise<void>;
}

/**
 * `<inbox-panel name="…" ticket-id="…">`: shows a panel while it is in the document. Attributes: `name`, `ticket-id`,
 * `conversation-id`, `customer-id`, `theme` (`light`, `dark`), `mode`, `merchant`, `locale`, `live="false"`, `inbox-url`.
 * It waits for its name and for `getToken`. Events, none of which bubbles: `ready`; `error`, `inboxevent` and `navigate`
 * with `detail`; the default of `navigate` is a new tab.
 */
export interface InboxPanelElement
  extends HTMLElement, Partial<Omit<InboxOptions, 'onNavigate' | 'onReady' | 'onError' | 'onEvent'>> {
  name?: string;
}

/** `window.Inbox`. */
export interface InboxGlobal {
  /** Of the script. */
  readonly version: string;
  /** @throws TypeError never: what is wrong is told to `onError` and in the console */
  mount(name: string, element: Element, options: InboxOptions): InboxHandle;
  /** For the inbox's own scripts: the address as the page's Trusted Types accept it, if it is one of the inbox's. */
  trusted(address: string): string;
}

declare global {
  interface Window {
    Inbox: InboxGlobal;
  }
  interface HTMLElementTagNameMap {
    'inbox-panel': InboxPanelElement;
  }
}
