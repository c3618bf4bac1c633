/** As a panel in the page: it fills its element, 240 px at least. Important rules of a host go before the page's. */
const RULES = `:host {
  all: initial !important;
  display: block !important;
  position: relative !important;
  block-size: 100% !important;
  min-block-size: 0 !important;
  overflow: clip !important;
}
:host([data-known]) { min-block-size: 240px !important; }
iframe { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; border: 0; }`;

/** A frame's place in the page's element. */
export interface Box {
  /** CSS pixels of the panel; they count where the element has no height of its own. */
  setHeight(height: number): void;
  remove(): void;
}

/**
 * Puts a frame into the page's element, out of reach of its style sheets.
 *
 * @param onKnown called when the element shows, with whether it has a height of its own
 */
export function createBox(element: Element, frame: HTMLIFrameElement, onKnown: (isFixed: boolean) => void): Box {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const rules = new CSSStyleSheet();
  rules.replaceSync(RULES);
  root.adoptedStyleSheets.push(rules);
  // The frame is out of the flow, and this in it: an element without a height of its own gets the panel's.
  const height = document.createElement('div');
  root.append(height, frame);
  const shown = new ResizeObserver(([size]) => {
    if (!size || size.contentRect.width === 0) return;
    shown.disconnect();
    host.dataset['known'] = '';
    onKnown(size.contentRect.height > 0);
  });
  shown.observe(host);
  element.append(host);
  return {
    setHeight: (px) => void (height.style.blockSize = `${px}px`),
    remove() {
      shown.disconnect();
      host.remove();
    },
  };
}
