import type { InboxGlobal } from '../types';
import { Connect, FrameConfig, type FromFrame } from './protocol';
import { servePanel } from './serve-panel';

/** The panel fills the frame, or the frame follows the panel. */
const RULES = `body { margin: 0; }
html[data-fixed], html[data-fixed] :is(body, #inbox-frame) { block-size: 100%; }`;

/**
 * Runs in the page of the frame: waits for the page around it, if that is of an origin in the merchant's list, and shows
 * the panel that it asks for.
 */
export function serveFrame({ mount }: InboxGlobal): void {
  const config = FrameConfig.parse(JSON.parse(document.getElementById('inbox-frame-config')?.textContent ?? ''));
  const element = document.getElementById('inbox-frame');
  // Opened by itself it has nobody to ask.
  if (element === null || window.parent === window) return;
  const rules = new CSSStyleSheet();
  rules.replaceSync(RULES);
  document.adoptedStyleSheets = [rules];
  document.documentElement.dataset['fixed'] = '';

  const allowed = new Set([location.origin, ...config.origins]);
  window.addEventListener('message', function connect({ source, origin, data, ports: [port] }) {
    if (source !== window.parent || !allowed.has(origin) || !port || !Connect.safeParse(data).success) return;
    window.removeEventListener('message', connect);
    const sizes = new ResizeObserver(([size]) => {
      const height = Math.ceil(size?.borderBoxSize[0]?.blockSize ?? 0);
      port.postMessage({ type: 'size', height } satisfies FromFrame);
    });
    servePanel({
      port,
      config,
      mount,
      element,
      inboxUrl: location.origin,
      onBox(isFixed) {
        document.documentElement.toggleAttribute('data-fixed', isFixed);
        if (isFixed) sizes.disconnect();
        else sizes.observe(element);
      },
    });
  });
  // To whomever: there is nothing in it, and only an origin of the list is answered.
  window.parent.postMessage({ type: 'inbox.frame.ready' }, '*');
}
