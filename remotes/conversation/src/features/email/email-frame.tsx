import type { Attachment, EmailMessage } from '@inbox/domain';
import { Button, color, styled, useInboxTheme } from '@inbox/ui';
import { useEffect, useMemo, useRef } from 'react';
import { messages } from '../../messages';
import { emailDocument } from './email-html';
import { LOWEST } from './frame-heights';
import { frameStyle } from './frame-style';
import type { PrintablePage } from './print-email';
import { useImagesOf } from './use-images-of';
import { useEmailPage } from './use-email-page';

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
  /** Told which files the mail shows itself; they are not listed below it. */
  onShows(files: readonly Attachment[]): void;
  /** Told what is to be printed. */
  onPage(page: PrintablePage): void;
}

/**
 * A mail's HTML, sanitised and in a frame of its own. The sandbox allows no script, form, plugin or navigation of this
 * page; links open in new windows. `allow-same-origin` is there so that this page can measure the frame: without
 * `allow-scripts` nothing runs inside that could use the origin, and scripts are the price of any other way to measure.
 */
export default function EmailFrame({ item, html, onShows, onPage }: EmailFrameProps) {
  const { theme } = useInboxTheme();
  const sender = item.from[0]?.email ?? '';
  const images = useImagesOf(sender);
  const made = useMemo(() => emailDocument(html, images.allowed), [html, images.allowed]);
  const sheets = useMemo(() => [frameStyle(made.hasColours, theme), made.css], [made.hasColours, made.css, theme]);
  const inline = useMemo(
    () => item.attachments.filter(({ content_id }) => content_id !== null && made.contentIds.has(content_id)),
    [item.attachments, made.contentIds],
  );
  const frame = useRef<HTMLIFrameElement>(null);
  const height = useEmailPage(frame, { id: item.id, html, srcdoc: made.srcdoc, sheets, images: made.images, inline });
  useEffect(() => onShows(inline), [inline, onShows]);
  useEffect(() => onPage({ ...made, frame: frame.current }), [made, onPage]);

  return (
    <>
      {made.remoteImages && (
        <Notice>
          {images.allowed ? messages.email.imagesShown(sender) : messages.email.imagesBlocked}
          <Button size="small" onClick={images.toggle}>
            {images.allowed ? messages.email.blockImages : messages.email.showImages}
          </Button>
        </Notice>
      )}
      <Frame
        ref={frame}
        title={messages.email.body}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={made.srcdoc}
        style={{ blockSize: height }}
      />
    </>
  );
}
