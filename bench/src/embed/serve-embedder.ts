import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closes } from '../opened';

/** A page of another product, on an origin of its own. */
export interface Embedder {
  url: string;
  /** The address of a page with these panels, or of the same page without any. */
  pageWith(panels: readonly string[]): string;
  stop(): Promise<void>;
}

interface EmbedderOptions {
  inboxUrl: string;
  token: string;
  ticketId: number;
}

/** Shown once a panel has its content, and in every page. */
export const SHOWN = '.panel[data-shown]';
export const OWN_CONTENT = 'h1';

/** Serves pages that are as plain as a page can be: their own time is the browser's. */
export async function serveEmbedder(options: EmbedderOptions): Promise<Embedder> {
  const server = createServer(({ url = '/' }, response) => {
    const panels = new URL(url, 'http://localhost').searchParams.get('panels') ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pageOf(panels.split(',').filter(Boolean), options));
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    pageWith: (panels) => `${url}/?panels=${panels.join(',')}`,
    stop: closes(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  };
}

const pageOf = (panels: readonly string[], { inboxUrl, token, ticketId }: EmbedderOptions) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Another product</title><link rel="icon" href="data:,">
<style>.panel { block-size: 600px; inline-size: 420px; float: inline-start; }</style></head>
<body><h1>Another product</h1>
${['first', 'second'].map((id) => `<div class="panel" id="${id}"></div>`).join('')}
<p>What the page says below.</p>
${panels.length === 0 ? '' : `<script src="${inboxUrl}/embed/embed.js"></script>`}
<script>
  ${JSON.stringify(panels)}.forEach((name, at) => {
    const box = document.querySelectorAll('.panel')[at];
    Inbox.mount(name, box, {
      ticketId: ${ticketId}, getToken: () => ${JSON.stringify(token)}, onReady: () => { box.dataset.shown = ''; },
    });
  });
</script></body></html>`;
