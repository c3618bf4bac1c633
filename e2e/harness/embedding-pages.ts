import type { Page } from '@playwright/test';
import type { EmbeddingSite } from './embedding-site';

interface PageOptions {
  script: string;
  head?: string;
  body?: string;
  /** Takes the script as it is now, without a hash. */
  isMoving?: boolean;
}

const BOXES = '<div id="one" class="box"></div><div id="two" class="box"></div>';

/** A page with two boxes; what it has mounted, and was told, is in `told`. */
export const pageOf = (
  { inboxUrl, embed }: EmbeddingSite,
  { script, head = '', body = BOXES, isMoving = false }: PageOptions,
) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Another product</title><link rel="icon" href="data:,">${head}</head>
<body>${body}
<script nonce="page">
  window.told = { errors: [], events: [], ready: [] };
  window.before = Object.keys(window);
</script>
${
  isMoving
    ? `<script src="${inboxUrl}/embed/embed.js"></script>`
    : `<script src="${inboxUrl}/embed/${embed.version}/embed.js" integrity="${embed.integrity}" crossorigin="anonymous"></script>`
}
<script nonce="page">
  const options = (name, token, more = {}) => ({
    getToken: () => token,
    onReady: () => told.ready.push(name),
    onError: (error) => told.errors.push(error.code),
    onEvent: (event) => told.events.push({ ...event, name }),
    ...more,
  });
  ${script}
</script></body></html>`;

interface Told {
  errors: string[];
  events: { type: string; ticketId: number; name: string }[];
  ready: string[];
}
/** What the page has heard so far. */
export const told = (page: Page) => page.evaluate(() => (window as unknown as { told: Told }).told);

/** What no page of another product should be able to do to a panel, nor a panel to it. */
export const HOSTILE_CSS = `
  html { font-size: 10px; }
  * { color: red !important; font: italic 30px/3 cursive !important; letter-spacing: 4px !important;
      text-transform: uppercase !important; background: lime !important; margin: 9px !important; padding: 9px !important;
      border: 3px dashed blue !important; box-sizing: content-box !important; }
  div, section, aside, button, p, span { display: inline !important; float: right !important; width: 40px !important; }
  .box { display: block !important; float: none !important; width: var(--width, 400px) !important;
         height: var(--height, 600px) !important; margin: 0 !important; padding: 0 !important; border: 0 !important; }`;
