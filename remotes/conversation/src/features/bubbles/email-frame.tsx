import { Button, color, styled } from '@inbox/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { messages } from '../../messages';
import { emailDocument } from './email-html';

/** Pixels. A mail that claims more scrolls inside its frame. */
const TALLEST = 4_000;
const LOWEST = 48;

const Frame = styled.iframe`
  display: block;
  inline-size: 100%;
  min-block-size: ${LOWEST}px;
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: #fff;
`;

const Notice = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  font-size: 12px;
  line-height: 16px;
`;

/**
 * A mail's HTML, sanitised and in a frame of its own. The sandbox allows no script, form, plugin or navigation of this
 * page; links open in new windows. `allow-same-origin` is there so that this page can measure the frame: without
 * `allow-scripts` nothing runs inside that could use the origin, and scripts are the price of any other way to measure.
 */
export default function EmailFrame({ html }: { html: string }) {
  const [images, setImages] = useState(false);
  const { srcdoc, css, remoteImages } = useMemo(() => emailDocument(html, images), [html, images]);
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(120);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let width = 0;
    const measure = () => {
      const body = element.contentDocument?.querySelector('body');
      if (body) setHeight(Math.min(TALLEST, Math.max(LOWEST, body.scrollHeight + 2)));
    };
    const onLoad = () => {
      const page = element.contentDocument;
      if (!page) return;
      adopt(page, css);
      measure();
      // `load` does not bubble, but it can be caught on its way down.
      page.addEventListener('load', measure, true);
    };
    element.addEventListener('load', onLoad);
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      requestAnimationFrame(measure);
    });
    observer.observe(element);
    return () => {
      element.removeEventListener('load', onLoad);
      observer.disconnect();
    };
  }, [srcdoc, css]);

  return (
    <>
      {remoteImages && !images && (
        <Notice>
          {messages.email.imagesBlocked}
          <Button size="small" onClick={() => setImages(true)}>
            {messages.email.showImages}
          </Button>
        </Notice>
      )}
      <Frame
        ref={frame}
        title={messages.email.body}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={srcdoc}
        style={{ blockSize: height }}
      />
    </>
  );
}

function adopt(page: Document, css: string): void {
  const view = page.defaultView;
  if (!view || !('adoptedStyleSheets' in page)) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(css);
  page.adoptedStyleSheets = [sheet];
}
