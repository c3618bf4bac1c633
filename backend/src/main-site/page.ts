import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { html, Html } from '../platform/html/html';
import { messages } from './messages';

/** The product's look (see shared/ui), for pages that need no script. */
const STYLE = `
:root { color-scheme: light dark; --accent: #0c477d; --on-accent: #fff; --page: #f4f6f8; --surface: #fff; --line: #e3e8ed;
  --field: #6b7885; --text: #17212b; --text2: #52606d; --bad: #b3261e; --bad-surface: #fcebea; --hover: #e7eff7; }
@media (prefers-color-scheme: dark) { :root { --accent: #7fb4e6; --on-accent: #0d1319; --page: #0d1319; --surface: #131b23;
  --line: #25313d; --field: #8795a2; --text: #e8eef3; --text2: #a9b6c2; --bad: #f2958e; --bad-surface: #331917; --hover: #16293b; } }
* { box-sizing: border-box; }
body { margin: 0; min-block-size: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--page);
  color: var(--text); font: 14px/20px system-ui, sans-serif; }
main { inline-size: 100%; max-inline-size: 400px; padding: 28px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 12px; }
h1 { margin: 0 0 20px; font-size: 20px; line-height: 28px; font-weight: 600; }
h2 { margin: 0 0 4px; font-size: 14px; font-weight: 600; }
h3 { margin: 16px 0 8px; font-size: 12px; line-height: 16px; font-weight: 600; color: var(--text2); }
p { margin: 0 0 12px; color: var(--text2); }
label { display: block; margin-block-end: 4px; font-size: 12px; line-height: 16px; font-weight: 500; color: var(--text2); }
input { inline-size: 100%; block-size: 40px; margin-block-end: 16px; padding: 0 12px; border: 1px solid var(--field);
  border-radius: 8px; background: var(--surface); color: var(--text); font: inherit; }
button { inline-size: 100%; min-block-size: 40px; padding: 6px 12px; border: 1px solid var(--accent); border-radius: 8px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
.button { display: block; padding: 9px 12px; border: 1px solid var(--accent); border-radius: 8px; color: var(--accent);
  font-weight: 600; text-align: center; text-decoration: none; }
.button:hover, .second:hover { background: var(--hover); }
.second { background: none; color: var(--accent); }
[hidden] { display: none; }
.after { margin-block-start: 16px; }
.or { margin-block: 16px; text-align: center; }
.demo { margin-block-start: 24px; padding-block-start: 20px; border-block-start: 1px solid var(--line); }
.demo form { display: grid; gap: 8px; }
.demo button { background: none; border-color: var(--line); color: var(--text); font-weight: 500; text-align: start; }
.demo button:hover { background: var(--hover); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details { margin-block: 20px 16px; }
summary { margin-block-end: 12px; color: var(--accent); cursor: pointer; }
.error { margin-block-end: 16px; padding: 8px 12px; border-radius: 8px; background: var(--bad-surface); color: var(--bad); }
a { color: var(--accent); }
`;

/** The inbox's icon, as in the shell's page. A page without one makes browsers request /favicon.ico. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230C477D'/%3E%3Ctext x='16' y='22' font-family='sans-serif' font-size='16' font-weight='700' text-anchor='middle' fill='%23fff'%3Ein%3C/text%3E%3C/svg%3E";

/**
 * Sends a page of its own: styles by nonce, forms to this origin alone, in no frame.
 * @param script what it cannot do without one; no other runs, and it may ask this origin alone
 */
export async function sendPage(
  reply: FastifyReply,
  status: number,
  title: string,
  body: Html,
  script?: string,
): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`, "connect-src 'self'"]),
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${messages.product}</title>
        <link rel="icon" href="${ICON}" />
        <style nonce="${nonce}">
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <main>${body}</main>
        ${
          script === undefined
            ? ''
            : html`<script type="module" nonce="${nonce}">
                ${new Html(script)};
              </script>`
        }
      </body>
    </html>`;
  await reply
    .code(status)
    .headers({ 'content-security-policy': policy.join('; '), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.text);
}

/** Sets the Retry-After header of a throttled answer. @returns the same in words for the page */
export function setRetryAfter(reply: FastifyReply, waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  reply.header('retry-after', String(seconds));
  return messages.tooMany(seconds);
}
