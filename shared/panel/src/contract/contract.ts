import type { EmotionCache } from '@emotion/cache';
import type { Transport } from '@inbox/api';
import type { ListFilters } from '@inbox/domain';
import type { BusPort } from '@inbox/events';

/** The version of the contract below. A panel built for another one is refused by name, and the rest of the page works. */
export const PANEL_CONTRACT = '1';

/** Where an agent wants to go. A panel never builds URLs: routes are the shell's business. */
export type NavigationIntent =
  /** Without filters: those that the address names already stay. */
  | { to: 'tickets'; filters?: ListFilters }
  | { to: 'ticket'; id: number }
  | { to: 'inbox-settings' }
  | { to: 'whatsapp-templates' };

/** What a panel tells the shell about itself, for logs and for the error state. */
export interface PanelReport {
  level: 'info' | 'warning' | 'error';
  panel: string;
  version: string;
  message: string;
  /** The stack or cause, when there is one. Never carries message texts, names or tokens. */
  detail?: string;
}

/** What a call has answered, or what became of that by live events, as this browser stores it. */
export interface StoredAnswer {
  /** It is read by the schemas of its call once more: another version of the page may have stored it. */
  data: unknown;
  /** As of when it is true, in milliseconds. */
  at: number;
  /** The live number that it includes at least. */
  seq: number;
}

/**
 * Answers of earlier pages of the same agent. Nothing of it rejects: what cannot be read is not there, and what cannot be
 * stored is not stored.
 */
export interface StoredAnswers {
  /** Null when there is none that is recent. */
  read(key: string): Promise<StoredAnswer | null>;
  /**
   * Stores what `make` returns when the page has nothing else to do; of several under one key the last. Null: nothing.
   */
  write(key: string, make: () => StoredAnswer | null): void;
  /**
   * Those whose key begins so, in whose text as JSON each of these words is, in lower or upper case: the newest first, and
   * no more than so many. Left out by a page that cannot look.
   */
  find?: ((prefix: string, words: readonly string[], most: number) => Promise<StoredAnswer[]>) | undefined;
}

/**
 * All a panel sees of the world. An embedding page brings its own. The shell's are frozen and made anew for each mounted
 * panel: none reaches another's, or changes what the shell itself uses.
 */
export interface PanelPorts {
  auth: {
    /**
     * The value of the Authorization header, fresh for this call. Null when nobody is signed in. The shell's rejects with
     * ApiError `signed-out` once the agent has signed out: the call is not made.
     */
    getToken(options?: { forceRefresh?: boolean }): Promise<string | null>;
    /** Calls back once when the agent signs out; returns the unsubscribe function. */
    onSignedOut(listener: () => void): () => void;
  };
  api: {
    baseUrl: string;
    /** How calls are carried; over HTTP to `baseUrl` when left out. A page that proxies calls brings its own. */
    transport?: Transport | undefined;
  };
  /**
   * The panel's own end of the bus, which lets through what its published description declares. Left out by an embedding
   * page without a shell: the panel then makes a local bus.
   */
  bus?: BusPort;
  navigate(intent: NavigationIntent): void;
  /** Where an intent leads, for links that open in a tab of their own. An embedding page without addresses has none. */
  addressOf?: ((intent: NavigationIntent) => string) | undefined;
  report(entry: PanelReport): void;
  /**
   * What the names of all that panels store in the browser begin with; `inbox` when left out. Agents are numbered within
   * their merchant: a page that shows panels of several merchants has one for each.
   */
  storageArea?: string | undefined;
  /** Left out by a page that stores none. */
  stored?: StoredAnswers | undefined;
  /**
   * The markup of a frame's document as `srcdoc` takes it in a page with Trusted Types; the markup itself when left out.
   * The document must begin with a policy of its own under which nothing runs.
   */
  trustedFrame?: ((markup: string) => string) | undefined;
}

export type ThemeMode = 'light' | 'dark';

export interface PanelTheme {
  mode: ThemeMode;
  /** Overrides of single colour tokens by name, for an embedding page in another brand. */
  tokens?: Record<string, string>;
}

export interface MountOptions<P> {
  props: P;
  /** How people call the panel, for its error state; its name when left out. */
  title?: string;
  /** Unique in the page; two instances of one panel share no style cache and no storage key of the moment. */
  instanceId: string;
  ports: PanelPorts;
  theme: PanelTheme;
  /** BCP 47, for dates and numbers. */
  locale: string;
  /** Where styles go: a ShadowRoot, or an element; document.head by default. */
  styleRoot?: HTMLElement | ShadowRoot;
  /** Makes the cache of styles by its key, in place of one that writes style elements into `styleRoot`. */
  createStyles?: ((key: string) => EmotionCache) | undefined;
  /** The page's CSP nonce for style elements. */
  nonce?: string;
}

export interface MountHandle<P> {
  /** Resolves when the panel has painted its first content (not its skeleton); rejects when it could not start. */
  ready: Promise<void>;
  update(change: Partial<P> & { theme?: PanelTheme }): void;
  /** Idempotent. Leaves no node, style, timer, listener or request behind. */
  unmount(): Promise<void>;
}

/** What the `./panel` expose of every remote exports as default. */
export interface PanelModule<P = Record<string, never>> {
  contract: typeof PANEL_CONTRACT;
  name: string;
  version: string;
  /** Topics with their versions, `name@version`, as they stand in the registry. */
  consumes: readonly string[];
  produces: readonly string[];
  mount(element: Element, options: MountOptions<P>): MountHandle<P>;
}
