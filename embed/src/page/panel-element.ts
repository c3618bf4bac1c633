import type { InboxGlobal, InboxHandle, InboxOptions, InboxProps } from '../types';

const TAG = 'inbox-panel';
/** Fills its place as a `div` would; rules of the page for the tag go before. */
const RULES = ':host { display: block } div { block-size: 100% }';

type Values = Partial<InboxOptions> & { name?: string };
type Key = keyof Values;

const ATTRIBUTES = [
  'name',
  'mode',
  'merchant',
  'locale',
  'inbox-url',
  'live',
  'ticket-id',
  'conversation-id',
  'customer-id',
  'theme',
];
/** The property of an attribute. */
const keyOf = (attribute: string) => attribute.replace(/-./, ([, letter = '']) => letter.toUpperCase()) as Key;

/** What an attribute's text says. */
function read(attribute: string, text: string): unknown {
  if (attribute.endsWith('-id')) return Number(text);
  if (attribute === 'live') return text !== 'false';
  return attribute === 'theme' ? { mode: text } : text;
}

/** What `update` takes. */
const CHANGING = [
  'ticketId',
  'conversationId',
  'customerId',
  'filters',
  'theme',
] as const satisfies (keyof InboxProps)[];
const PROPERTIES: readonly Key[] = [...ATTRIBUTES.map(keyOf), 'filters', 'panelOrigins', 'getToken'];
/** Milliseconds for which a page may take to set what is needed, before it is told what is missing. */
const PATIENCE_MS = 5_000;

/** Makes `<inbox-panel>`, which mounts a panel in itself while it is in the document, if the page has no such element. */
export function definePanelElement({ mount }: Pick<InboxGlobal, 'mount'>): void {
  if (customElements.get(TAG)) return;

  class PanelElement extends HTMLElement {
    static readonly observedAttributes = ATTRIBUTES;
    readonly #place = document.createElement('div');
    #values: Values = {};
    #mounted: { handle: InboxHandle; values: Values } | null = null;
    #isDue = false;
    #patience: ReturnType<typeof setTimeout> | undefined;

    constructor() {
      super();
      const root = this.attachShadow({ mode: 'open' });
      const rules = new CSSStyleSheet();
      rules.replaceSync(RULES);
      root.adoptedStyleSheets.push(rules);
      root.append(this.#place);
    }

    get(key: Key): unknown {
      return this.#values[key];
    }

    set(key: Key, value: unknown): void {
      this.#values = { ...this.#values, [key]: value ?? undefined };
      this.#change();
    }

    attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
      this.set(keyOf(attribute), text === null ? undefined : read(attribute, text));
    }

    connectedCallback(): void {
      // What was set before the script came hides the accessors.
      for (const key of PROPERTIES) {
        const own = Object.getOwnPropertyDescriptor(this, key);
        if (!own) continue;
        Reflect.deleteProperty(this, key);
        this.set(key, own.value);
      }
      this.#patience = setTimeout(() => this.#mounted ?? this.#mount(), PATIENCE_MS);
      this.#change();
    }

    disconnectedCallback(): void {
      this.#change();
    }

    /** Once for all that is set at a time, and not at all for an element that is only moved. */
    #change(): void {
      if (this.#isDue) return;
      this.#isDue = true;
      queueMicrotask(() => {
        this.#isDue = false;
        this.#follow();
      });
    }

    #follow(): void {
      const { name, getToken } = this.#values;
      if (!this.isConnected) return this.#unmount();
      if (!this.#mounted) return name && getToken ? this.#mount() : undefined;
      const before = this.#mounted.values;
      const changed = PROPERTIES.filter((key) => this.#values[key] !== before[key] && key !== 'getToken');
      if (changed.length === 0) return;
      const isUpdate = changed.every((key) => CHANGING.some((one) => one === key) && this.#values[key] !== undefined);
      if (!isUpdate) {
        this.#unmount();
        return this.#mount();
      }
      this.#mounted.values = this.#values;
      this.#mounted.handle.update(Object.fromEntries(changed.map((key) => [key, this.#values[key]])));
    }

    #mount(): void {
      clearTimeout(this.#patience);
      const { name = '', ...values } = this.#values;
      const tell = (type: string, detail?: unknown) =>
        this.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
      const options = {
        ...values,
        ...(values.getToken && { getToken: (how: { forceRefresh: boolean }) => this.#values.getToken?.(how) ?? null }),
        // Not prevented: the inbox opens in a new tab.
        onNavigate: (intent) => !tell('navigate', intent),
        onReady: () => tell('ready'),
        onError: (error) => tell('error', error),
        onEvent: (event) => tell('inboxevent', event),
      } satisfies Partial<InboxOptions>;
      // Without `getToken`, `mount` says so.
      this.#mounted = { handle: mount(name, this.#place, options as InboxOptions), values: this.#values };
      if (!name || !values.getToken) this.#mounted = null;
    }

    #unmount(): void {
      clearTimeout(this.#patience);
      void this.#mounted?.handle.unmount();
      this.#mounted = null;
    }
  }

  for (const key of PROPERTIES) {
    Object.defineProperty(PanelElement.prototype, key, {
      get(this: PanelElement) {
        return this.get(key);
      },
      set(this: PanelElement, value: unknown) {
        this.set(key, value);
      },
    });
  }
  customElements.define(TAG, PanelElement);
}
