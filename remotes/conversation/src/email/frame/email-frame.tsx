import type { Attachment, EmailMessage } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Button, color, Skeleton, styled, useInboxTheme } from '@inbox/ui';
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { messages } from '../../messages';
import { type EmailDocument, type MailPiece, emailDocument } from '../sanitize/email-html';
import { frameHeight, LOWEST, RowHeightContext } from '../../thread/list/heights';
import { usePanelWidth } from '../../ui/panel-width';
import { frameStyle } from './frame-style';
import type { PrintablePage } from './print-email';
import { useEmailPage } from './use-email-page';
import { useImagesOf } from '../sender/use-images-of';
import type { ImageBase } from '../sanitize/image-proxy';
import { inTurns } from '../sanitize/in-turns';

const Frame = styled.iframe`
  display: block;
  inline-size: 100%;
  min-block-size: ${LOWEST}px;
  border: 1px solid ${color.line};
  border-radius: 8px;
`;

const Notice = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  font-size: 12px;
  line-height: 16px;
`;

interface EmailFrameProps {
  item: EmailMessage;
  html: string;
  /** All of the mail, once it was asked for and is there. */
  whole: string | null;
  /** Told which files the mail shows itself; they are not listed below it. */
  onShows(files: readonly Attachment[]): void;
  /** Told what is to be printed. */
  onPage(page: PrintablePage): void;
  /** Told that the frame has its height, its pictures included. */
  onSettled(): void;
  /** Told that all of the mail is in the frame. */
  onWhole(): void;
}

/**
 * A mail's HTML, sanitised and in a frame of its own. The sandbox allows no script, form, plugin or navigation of this
 * page; links open in new windows. `allow-same-origin` is there so that this page can measure the frame: without
 * `allow-scripts` nothing runs inside that could use the origin, and scripts are the price of any other way to measure.
 */
export default function EmailFrame({ html, ...props }: EmailFrameProps) {
  const sender = props.item.from[0]?.email ?? '';
  const images = useImagesOf(sender);
  const made = useEmailDocument(html, images.allowed, props.item.subject);
  const [height, setHeight] = useState(() => frameHeight(props.item.id, html));
  const [later, setLater] = useState(NOTHING);
  const onPiece = useCallback((piece: MailPiece) => setLater((before) => plus(before, piece)), []);
  return (
    <>
      {(made?.remoteImages || later.remoteImages) && (
        <Notice>
          {images.wanted ? messages.email.imagesShown(sender) : messages.email.imagesBlocked}
          <Button size="small" onClick={images.toggle}>
            {images.wanted ? messages.email.blockImages : messages.email.showImages}
          </Button>
          {images.failed && (
            <>
              <span role="alert">{messages.email.imagesFailed}</span>
              <Button size="small" onClick={images.retry}>
                {messages.retry}
              </Button>
            </>
          )}
        </Notice>
      )}
      {made === null ? (
        <Skeleton height={height} />
      ) : (
        <MadeFrame {...props} made={made} later={later} height={height} setHeight={setHeight} onPiece={onPiece} />
      )}
    </>
  );
}

/** What the pieces after the beginning have brought. */
type Later = Pick<MailPiece, 'remoteImages' | 'hasColours' | 'contentIds'>;
const NOTHING: Later = { remoteImages: false, hasColours: false, contentIds: new Set() };

/** The same object when there is nothing new, so that nothing renders. */
function plus(before: Later, { remoteImages, hasColours, contentIds }: MailPiece): Later {
  const isNew =
    (remoteImages && !before.remoteImages) ||
    (hasColours && !before.hasColours) ||
    [...contentIds].some((id) => !before.contentIds.has(id));
  if (!isNew) return before;
  return {
    remoteImages: before.remoteImages || remoteImages,
    hasColours: before.hasColours || hasColours,
    contentIds: new Set([...before.contentIds, ...contentIds]),
  };
}

interface MadeFrameProps extends Omit<EmailFrameProps, 'html'> {
  made: EmailDocument;
  later: Later;
  height: number;
  setHeight(height: number): void;
  onPiece(piece: MailPiece): void;
}

function MadeFrame(props: MadeFrameProps) {
  const { item, whole, made, later, height, setHeight, onShows, onPage, onSettled, onWhole, onPiece } = props;
  const { theme } = useInboxTheme();
  const hasColours = made.hasColours || later.hasColours;
  const style = useMemo(() => frameStyle(hasColours, theme), [hasColours, theme]);
  const inline = useMemo(
    () =>
      item.attachments.filter(
        ({ content_id: id }) => id !== null && (made.contentIds.has(id) || later.contentIds.has(id)),
      ),
    [item.attachments, made.contentIds, later.contentIds],
  );
  const { trustedFrame } = usePanel();
  // The same object while the document is the same: another one would load the frame anew.
  const srcDoc = useMemo(() => trustedFrame(made.srcdoc), [trustedFrame, made.srcdoc]);
  const frame = useRef<HTMLIFrameElement>(null);
  const panelWidth = usePanelWidth();
  const onLoad = useEmailPage({
    id: item.id,
    made,
    style,
    whole,
    inline,
    panelWidth,
    onPiece,
    onWhole,
    onHeight: setHeight,
    onSettled,
  });
  const keepPlace = useContext(RowHeightContext);
  useLayoutEffect(keepPlace, [height, keepPlace]);
  useEffect(() => onShows(inline), [inline, onShows]);
  useEffect(() => onPage({ ...made, frame: frame.current }), [made, onPage]);
  return (
    <Frame
      ref={frame}
      onLoad={onLoad}
      title={messages.email.body}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={srcDoc}
      style={{ blockSize: height }}
    />
  );
}

/**
 * Makes a mail's HTML ready in a task of its own; null until then.
 *
 * @param subject of the mail: a mail that was forwarded is not folded
 */
function useEmailDocument(html: string, images: ImageBase, subject: string): EmailDocument | null {
  const [made, setMade] = useState<{ html: string; document: EmailDocument } | null>(null);
  useEffect(
    () =>
      inTurns(
        (function* make() {
          setMade({ html, document: emailDocument(html, images, subject) });
          yield;
        })(),
      ),
    [html, images, subject],
  );
  return made?.html === html && made.document.images === images ? made.document : null;
}
