import type { Attachment, ContentId } from '@inbox/domain';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react';
import type { HeldMedia } from '../../media/media-store';
import { useMediaStore } from '../../media/use-media';
import type { EmailDocument, MailPiece } from '../sanitize/email-html';
import { frameHeight, hasHeight, rememberHeight, TALLEST } from '../../thread/list/heights';
import { inTurns } from '../sanitize/in-turns';
import { appendMail } from '../sanitize/append-mail';
import { adopt, appendPiece } from '../sanitize/page-content';

/** Milliseconds that a mail waits for its pictures: those that take longer may still move what is below them. */
const PICTURES_MS = 2_000;

export interface EmailPage {
  id: ContentId;
  made: EmailDocument;
  /** How the mail is laid on its page. */
  style: string;
  /** All of the mail, when it was asked for and is there. */
  whole: string | null;
  /** Files that the mail's images name. */
  inline: readonly Attachment[];
  /** Pixels. */
  panelWidth: number;
  /** Told what more of the mail says, piece by piece. */
  onPiece(piece: MailPiece): void;
  /** Told that all of it is in the frame. */
  onWhole(): void;
  /** Told how high the frame's page is, whenever that changes. */
  onHeight(height: number): void;
  /** Told that the height is the last one for now: its pictures are there, or will not come. */
  onSettled(): void;
}

/**
 * Fills the frame's document when it is there, dresses it, and puts the mail's own images in.
 * @returns what the frame is to call when it has loaded; an effect would listen too late for a browser that is quick
 */
export function useEmailPage(mail: EmailPage): (event: SyntheticEvent<HTMLIFrameElement>) => void {
  const { id, made, style, whole, inline, panelWidth, onPiece, onWhole, onHeight, onSettled } = mail;
  const media = useMediaStore();
  const [loaded, setLoaded] = useState<{ page: Document | null; srcdoc: string } | null>(null);
  // The one before has a policy of its own: what is new would be held against it.
  const page = loaded?.srcdoc === made.srcdoc ? loaded.page : null;
  const laterSheets = useRef<string[]>([]);
  const [pieces, setPieces] = useState(0);
  const isSettled = useRef(false);

  useLayoutEffect(() => {
    if (!page) return;
    laterSheets.current = [];
    page.body.replaceChildren();
  }, [page, made]);

  useLayoutEffect(() => {
    if (page) adopt(page, [style, made.css, ...laterSheets.current], made.images);
  }, [page, made, style]);

  // Dressed before, it is laid out once.
  useLayoutEffect(() => {
    if (page) appendMail(page, made.content, heightOf, TALLEST);
  }, [page, made]);

  useLayoutEffect(() => {
    if (!page) return;
    // Shown before, it does not become smaller while its pictures are still to come.
    const least = hasHeight(id, panelWidth) ? frameHeight(id, '') : 0;
    const measure = () => {
      const height = heightOf(page);
      if (isSettled.current || height > least) onHeight(rememberHeight(id, height, panelWidth));
    };
    measure();
    // Images that come, quotes that are opened, a panel that becomes narrower.
    const observer = new ResizeObserver(measure);
    observer.observe(page.body);
    return () => observer.disconnect();
  }, [id, onHeight, page, panelWidth, style]);

  useEffect(() => {
    if (!page || whole === null) return;
    return inTurns(
      (function* append() {
        for (const piece of made.rest(whole)) {
          appendPiece(page, piece);
          if (piece.css !== '') {
            laterSheets.current.push(piece.css);
            adopt(page, [style, made.css, ...laterSheets.current], made.images);
          }
          onPiece(piece);
          if (piece.contentIds.size > 0) setPieces((count) => count + 1);
          yield;
        }
        onWhole();
      })(),
    );
    // Another theme dresses what is there; nothing is appended once more.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [page, made, whole, onPiece, onWhole]);

  const settle = useEffectEvent((shown: Document) => {
    isSettled.current = true;
    onHeight(rememberHeight(id, heightOf(shown), panelWidth));
    onSettled();
  });

  useEffect(() => {
    if (!page) return;
    let current = true;
    const held: HeldMedia[] = [];
    const files = new Map(inline.map((file) => [file.content_id, file]));
    // Those that the mail brings along, or has from the inbox.
    const written = [...page.querySelectorAll<HTMLImageElement>('img[src]')];
    const pictures = written.filter(({ complete }) => !complete).map(endOf);
    for (const image of page.querySelectorAll<HTMLImageElement>('img[data-cid]')) {
      const file = files.get(image.getAttribute('data-cid'));
      if (!file) continue;
      const shown = media.hold(file.url);
      held.push(shown);
      const show = async (): Promise<void> => {
        const src = await shown.url;
        if (!current) return;
        const ended = endOf(image);
        image.src = src;
        await ended;
      };
      // Without its file it stays what it is to those who cannot see it: its alternative text.
      pictures.push(show().catch(() => undefined));
    }
    const end = () => {
      clearTimeout(limit);
      if (current) settle(page);
    };
    const limit = setTimeout(end, PICTURES_MS);
    void Promise.all(pictures).then(end);
    return () => {
      current = false;
      clearTimeout(limit);
      for (const { release } of held) release();
    };
  }, [inline, media, page, pieces]);

  return ({ currentTarget }) => setLoaded({ page: currentTarget.contentDocument, srcdoc: made.srcdoc });
}

/** Resolves when the picture has its size, or will have none. */
const endOf = (image: HTMLImageElement): Promise<void> =>
  new Promise((resolve) => {
    for (const end of ['load', 'error']) image.addEventListener(end, () => resolve(), { once: true });
  });

/** With the margins around the body, what floats out of it, and the bar that a wide table is scrolled by. */
function heightOf({ body, documentElement: page, defaultView: view }: Document): number {
  const isWide = page.scrollWidth > page.clientWidth;
  const bar = isWide && view ? view.innerHeight - page.clientHeight : 0;
  return Math.max(body.scrollHeight, page.offsetHeight) + bar;
}
