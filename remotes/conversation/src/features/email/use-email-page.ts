import type { Attachment, ContentId } from '@inbox/domain';
import { useEffect, useState, type RefObject } from 'react';
import type { HeldMedia } from '../bubbles/media-store';
import { useMediaStore } from '../bubbles/use-media';
import { frameHeight, rememberHeight } from './frame-heights';
import { cleanSheet } from './clean-style';

export interface EmailPage {
  id: ContentId;
  html: string;
  srcdoc: string;
  /** Ours first, then the mail's own. */
  sheets: readonly string[];
  /** May they name images of other servers? */
  images: boolean;
  /** Files that the mail's images name. */
  inline: readonly Attachment[];
}

/** Dresses the frame's document when it is there, puts its own images in, and tells how high it is. */
export function useEmailPage(
  frame: RefObject<HTMLIFrameElement | null>,
  { id, html, srcdoc, sheets, images, inline }: EmailPage,
): number {
  const media = useMediaStore();
  const [height, setHeight] = useState(() => frameHeight(id, html));
  const [loaded, setLoaded] = useState<{ page: Document | null; srcdoc: string } | null>(null);
  // The one before has a policy of its own: what is new would be held against it.
  const page = loaded?.srcdoc === srcdoc ? loaded.page : null;

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onLoad = () => setLoaded({ page: element.contentDocument, srcdoc });
    element.addEventListener('load', onLoad);
    return () => element.removeEventListener('load', onLoad);
  }, [frame, srcdoc]);

  useEffect(() => {
    if (!page) return;
    adopt(page, sheets, images);
    const body = page.body;
    const measure = () => setHeight(rememberHeight(id, heightOf(page)));
    measure();
    // Images that come, quotes that are opened, a panel that becomes narrower.
    const observer = new ResizeObserver(measure);
    observer.observe(body);
    return () => observer.disconnect();
  }, [id, images, page, sheets]);

  useEffect(() => {
    if (!page) return;
    let current = true;
    const held: HeldMedia[] = [];
    for (const image of page.querySelectorAll<HTMLImageElement>('img[data-cid]')) {
      const file = inline.find(({ content_id }) => content_id === image.getAttribute('data-cid'));
      if (!file) continue;
      const shown = media.hold(file.url);
      held.push(shown);
      shown.url.then(
        (src) => {
          if (current) image.src = src;
        },
        // It stays what it is to those who cannot see it: its alternative text.
        () => undefined,
      );
    }
    return () => {
      current = false;
      for (const { release } of held) release();
    };
  }, [inline, media, page]);

  return height;
}

/** With the margins around the body, what floats out of it, and the bar that a wide table is scrolled by. */
function heightOf({ body, documentElement: page, defaultView: view }: Document): number {
  const isWide = page.scrollWidth > page.clientWidth;
  const bar = isWide && view ? view.innerHeight - page.clientHeight : 0;
  return Math.max(body.scrollHeight, page.offsetHeight) + bar;
}

/** As constructed sheets: the page's content policy, which the frame inherits, refuses `<style>`. */
export function adopt(page: Document, sheets: readonly string[], images: boolean): void {
  const view = page.defaultView;
  if (!view || !('adoptedStyleSheets' in page)) return;
  page.adoptedStyleSheets = sheets.map((css) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    cleanSheet(sheet, images);
    return sheet;
  });
}
