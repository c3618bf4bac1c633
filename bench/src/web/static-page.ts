import type { Browser } from '@playwright/test';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from '../../../scripts/lib/paths.mjs';

const ROWS = 25;
/** Tall enough that the list draws a whole page of rows. */
const VIEWPORT = { width: 1440, height: 3000 };

/**
 * Writes what the open inbox shows as plain HTML and one style sheet: the least that any page with these rows could be. It
 * has a script without a statement, for the browser calls nothing that the measurement asked for (a frame, a time) in a
 * page that never runs one.
 */
export async function writeStaticPage(
  browser: Browser,
  url: string,
  storage: Readonly<Record<string, string>>,
  dir: string,
): Promise<string> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await page.addInitScript(
      (entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)),
      Object.entries(storage),
    );
    await page.goto(url);
    await page.waitForFunction((rows) => document.querySelectorAll('[data-ticket-id]').length >= rows, ROWS);
    const { body, css } = await page.evaluate(() => ({
      body: document.body.innerHTML.replaceAll(/<(script|noscript)\b.*?<\/\1>/gs, ''),
      css: [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n'),
    }));
    return writePage(dir, body, css);
  } finally {
    await context.close();
  }
}

/** Files as a build leaves them: the shell's own head, the style sheet under a hashed name and compressed beside. */
function writePage(dir: string, body: string, css: string): string {
  mkdirSync(dir, { recursive: true });
  const name = `page.${createHash('sha256').update(css).digest('hex').slice(0, 10)}.css`;
  writeFileSync(join(dir, name), css);
  writeFileSync(join(dir, `${name}.br`), brotliCompressSync(css));
  writeFileSync(join(dir, 'page.js'), '');
  const [head = ''] = readFileSync(join(ROOT, 'host/index.html'), 'utf8').split('</head>');
  const html = `${head}<link rel="stylesheet" href="/${name}"><script async src="/page.js"></script></head><body>${body}</body></html>`;
  writeFileSync(join(dir, 'index.html'), html);
  return dir;
}
