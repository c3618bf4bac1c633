import createCache, { type EmotionCache } from '@emotion/cache';
import { styleOptions } from '@inbox/ui';

type SheetOptions = Pick<EmotionCache['sheet'], 'key'> & { container: Node };

/**
 * Emotion's sheet, over one that the shadow root adopts: no style element stands in the page, so that a policy without
 * 'unsafe-inline' holds. As much of Emotion's own as its cache and its `Global` use.
 */
class AdoptedSheet {
  readonly isSpeedy = true;
  readonly tags: HTMLStyleElement[] = [];
  readonly nonce = undefined;
  before: Element | null = null;
  ctr = 0;
  readonly key: string;
  readonly container: Node;
  readonly #sheet = new CSSStyleSheet();

  constructor({ key, container }: SheetOptions) {
    this.key = key;
    this.container = container;
  }

  hydrate(): void {}

  insert(rule: string): void {
    const root = this.container as ShadowRoot;
    if (!root.adoptedStyleSheets.includes(this.#sheet)) root.adoptedStyleSheets.push(this.#sheet);
    try {
      this.#sheet.insertRule(rule, this.#sheet.cssRules.length);
      this.ctr += 1;
    } catch {
      // A rule of another browser, which this one does not know.
    }
  }

  flush(): void {
    const root = this.container as ShadowRoot;
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== this.#sheet);
    this.#sheet.replaceSync('');
    this.ctr = 0;
  }
}

/** Makes caches of styles whose rules the root adopts. */
export const adoptedStyles =
  (root: ShadowRoot) =>
  (key: string): EmotionCache => {
    const cache = createCache({ key, ...styleOptions, container: root });
    cache.sheet = new AdoptedSheet({ key, container: root }) as unknown as EmotionCache['sheet'];
    return cache;
  };

/** Nothing of the page's CSS comes in: important rules of a host element go before the page's, whatever those say. */
const HOST_RULES = `:host {
  all: initial !important;
  display: block !important;
  position: relative !important;
  block-size: 100% !important;
  min-block-size: 240px !important;
  min-inline-size: 0 !important;
  direction: ltr !important;
  unicode-bidi: isolate !important;
  contain: layout style !important;
  container-type: inline-size !important;
}
[data-inbox-embed] { block-size: 100%; min-block-size: inherit; }`;

/** A host element of our own in the page's, with a shadow root that has its rules. */
export function createShadow(element: Element): { host: HTMLElement; root: ShadowRoot; place: HTMLElement } {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const rules = new CSSStyleSheet();
  rules.replaceSync(HOST_RULES);
  root.adoptedStyleSheets.push(rules);
  const place = document.createElement('div');
  place.dataset['inboxEmbed'] = '';
  root.append(place);
  element.append(host);
  return { host, root, place };
}
