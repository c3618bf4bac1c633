import { frameDocument } from './frame-document';
import type { ImageBase } from '../sanitize/image-proxy';
import { SEAMS } from '../sanitize/append-mail';
import { adopt, appendCopy } from '../sanitize/page-content';

/** What of a mail is printed. */
export interface PrintablePage {
  srcdoc: string;
  /** What is in it, when no frame shows it. */
  content: Node;
  css: string;
  /** By which way its style sheets have images of other servers; false when they have none. */
  images: ImageBase;
  /** The frame that shows it, whose own images are there already; null when it is not drawn. */
  frame: HTMLIFrameElement | null;
}

const PRINT_STYLE = `
  body { margin: 24px; font: 14px/20px system-ui, sans-serif; }
  .inbox-head { border-bottom: 1px solid #999; margin-bottom: 16px; padding-bottom: 8px; }
  .inbox-head div { margin: 2px 0; }
  img, table { max-width: 100%; }
  pre { white-space: pre-wrap; }
  .inbox-quoted > summary { display: none; }
  ${SEAMS}
`;

/** A document that shows plain text alone. */
export function textPage(text: string): PrintablePage {
  const content = document.createElement('div');
  const pre = document.createElement('pre');
  pre.textContent = text;
  content.append(pre);
  return { srcdoc: frameDocument(false, '<body></body>'), content, css: '', images: false, frame: null };
}

/**
 * Prints a mail with its head, from a frame that is not seen. As in the one that shows it nothing runs in there; it may
 * open the print dialog, which only this page asks for.
 *
 * @param trustedFrame see `PanelPorts`
 */
export function printEmail(
  { srcdoc, content, css, images, frame: shown }: PrintablePage,
  head: readonly (readonly [string, string])[],
  trustedFrame: (markup: string) => string,
): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = 'position:fixed;inset-inline-start:-10000px;inline-size:800px;block-size:1000px;border:0';
  frame.srcdoc = trustedFrame(srcdoc);
  frame.addEventListener('load', () => {
    const page = frame.contentDocument;
    const view = frame.contentWindow;
    if (!page || !view) return frame.remove();
    adopt(page, [css, PRINT_STYLE], images);
    // As it is shown: with its images, and with all of it that was asked for.
    appendCopy(page, shown?.contentDocument?.body ?? content);
    page.body.prepend(headOf(page, head));
    for (const quoted of page.querySelectorAll('details')) quoted.open = true;
    view.addEventListener('afterprint', () => frame.remove());
    const ready = [...page.images].map((image) => image.decode().catch(() => undefined));
    void Promise.all(ready).then(() => view.print());
  });
  document.body.append(frame);
}

function headOf(page: Document, head: readonly (readonly [string, string])[]): HTMLElement {
  const block = page.createElement('div');
  block.className = 'inbox-head';
  for (const [label, text] of head) {
    const line = page.createElement('div');
    const name = page.createElement('strong');
    name.textContent = `${label}: `;
    line.append(name, text);
    block.append(line);
  }
  return block;
}
