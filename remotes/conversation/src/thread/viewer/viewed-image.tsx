import type { Attachment } from '@inbox/domain';
import { IconButton, Spinner, styled } from '@inbox/ui';
import { ChevronLeft, ChevronRight, Download, Maximize, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { messages } from '../../messages';
import { MediaMissing } from '../../media/media-missing';
import { useMedia, saveFile } from '../../media/use-media';
import { useZoom } from './use-zoom';
import { PAN_STEP, ZOOM_STEP } from './zoom';
import { viewerMessages } from './messages';

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  padding: 8px 12px;

  & > bdi {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > small {
    padding-inline: 8px;
    white-space: nowrap;
  }
  & button,
  & button:disabled {
    color: #fff;
    background: transparent;
    border-color: transparent;
  }
  & button:hover:not(:disabled) {
    background: rgb(255 255 255 / 0.16);
  }
  & button:disabled {
    opacity: 0.4;
  }
  & button:focus-visible {
    outline-color: #fff;
  }
`;

const Stage = styled.div`
  flex: 1;
  min-block-size: 0;
  display: flex;
  align-items: center;
  justify-content: center;
  touch-action: none;
  cursor: grab;

  &:active {
    cursor: grabbing;
  }
  & > img {
    max-inline-size: 100%;
    max-block-size: 100%;
    object-fit: contain;
    user-select: none;
    -webkit-user-drag: none;
  }
`;

/** Its keys work wherever in the viewer the focus is. */
const Keys = styled.div`
  display: contents;
`;

interface ViewedImageProps {
  attachment: Attachment;
  place: string | null;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose(): void;
}

/** One image, with its tools and keys: zoom, the way to the next, download. Keyed by the image: each begins fitted. */
export function ViewedImage({ attachment, place, onPrevious, onNext, onClose }: ViewedImageProps) {
  const media = useMedia(attachment.url);
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const { zoom, by, pan, fit, handlers } = useZoom(stage, image);
  const isZoomed = zoom.scale > 1;
  const src = media.state === 'ready' ? media.src : null;

  useEffect(() => stage.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actionOf(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const actionOf = (key: string): (() => void) | undefined => {
    switch (key) {
      case '+':
      case '=':
        return () => by(ZOOM_STEP);
      case '-':
        return () => by(1 / ZOOM_STEP);
      case '0':
        return fit;
      case 'ArrowLeft':
        return isZoomed ? () => pan(PAN_STEP, 0) : onPrevious;
      case 'ArrowRight':
        return isZoomed ? () => pan(-PAN_STEP, 0) : onNext;
      case 'ArrowUp':
        return isZoomed ? () => pan(0, PAN_STEP) : undefined;
      case 'ArrowDown':
        return isZoomed ? () => pan(0, -PAN_STEP) : undefined;
      case 'PageUp':
        return onPrevious;
      case 'PageDown':
        return onNext;
      default:
        return undefined;
    }
  };

  const tool = (label: string, Icon: typeof X, act: (() => void) | undefined) => (
    <IconButton label={label} disabled={!act} onClick={act}>
      <Icon size={18} aria-hidden />
    </IconButton>
  );
  return (
    <Keys onKeyDown={onKeyDown}>
      <Bar>
        <bdi>{attachment.filename}</bdi>
        {place !== null && <small>{place}</small>}
        {place !== null && tool(viewerMessages.previous, ChevronLeft, onPrevious)}
        {place !== null && tool(viewerMessages.next, ChevronRight, onNext)}
        {tool(viewerMessages.zoomOut, ZoomOut, isZoomed ? () => by(1 / ZOOM_STEP) : undefined)}
        {tool(viewerMessages.zoomIn, ZoomIn, src === null ? undefined : () => by(ZOOM_STEP))}
        {tool(viewerMessages.fit, Maximize, isZoomed ? fit : undefined)}
        {tool(
          messages.download(attachment.filename),
          Download,
          src === null ? undefined : () => saveFile(src, attachment.filename),
        )}
        {tool(viewerMessages.close, X, onClose)}
      </Bar>
      <Stage ref={stage} tabIndex={-1} data-zoom={zoom.scale} {...handlers}>
        {media.state === 'failed' && <MediaMissing onRetry={media.retry} />}
        {media.state === 'loading' && <Spinner />}
        {src !== null && (
          <img
            ref={image}
            src={src}
            alt={attachment.filename}
            draggable={false}
            style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          />
        )}
      </Stage>
    </Keys>
  );
}
