import type { Attachment } from '@inbox/domain';
import { color, lazyPart, Skeleton, styled } from '@inbox/ui';
import { useState } from 'react';
import { messages } from '../../messages';
import { MediaMissing } from '../../media/media-missing';
import { useMedia } from '../../media/use-media';
import { useOverThread } from '../../ui/over-thread';

// Loaded with the first image that is opened.
const ImageViewer = lazyPart(() => import('../viewer/image-viewer'));

const Thumbnail = styled.button`
  display: block;
  max-inline-size: 100%;
  padding: 0;
  border: 0;
  border-radius: 8px;
  background: none;
  cursor: zoom-in;

  & img {
    display: block;
    inline-size: 220px;
    max-inline-size: 100%;
    block-size: 124px;
    object-fit: cover;
    border-radius: 8px;
    background: ${color.surface2};
  }
`;

export function ImageAttachment({ attachment }: { attachment: Attachment }) {
  const media = useMedia(attachment.url);
  const [broken, setBroken] = useState(false);
  const showOver = useOverThread();
  if (media.state === 'failed') return <MediaMissing onRetry={media.retry} />;
  if (broken) return <MediaMissing />;
  if (media.state !== 'ready') return <Skeleton width={220} height={124} />;
  return (
    <Thumbnail
      type="button"
      aria-label={messages.openImage(attachment.filename)}
      onClick={() => showOver(<ImageViewer first={attachment} onClose={() => showOver(null)} />)}
    >
      <img src={media.src} alt={attachment.filename} onError={() => setBroken(true)} />
    </Thumbnail>
  );
}
