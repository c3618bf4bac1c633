import { formatFileSize, type Attachment, type MediaKind } from '@inbox/domain';
import { Button, color, Skeleton, Spinner, styled } from '@inbox/ui';
import { Download, FileText, ImageOff, Play } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { messages } from '../../messages';
import { ImageViewer } from './image-viewer';
import { useArrival } from './use-arrival';
import { useMedia, useMediaStore } from './use-media';

const Missing = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  opacity: 0.85;
`;

export const MediaMissing = ({ onRetry }: { onRetry?: () => void }) => (
  <Missing>
    <ImageOff size={16} aria-hidden />
    {messages.mediaMissing}
    {onRetry && (
      <Button size="small" onClick={onRetry}>
        {messages.retry}
      </Button>
    )}
  </Missing>
);

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

function ImageAttachment({ attachment }: { attachment: Attachment }) {
  const media = useMedia(attachment.url);
  const [open, setOpen] = useState(false);
  if (media.state === 'failed') return <MediaMissing onRetry={media.retry} />;
  if (media.state !== 'ready') return <Skeleton width={220} height={124} />;
  return (
    <>
      <Thumbnail type="button" aria-label={messages.openImage(attachment.filename)} onClick={() => setOpen(true)}>
        <img src={media.src} alt={attachment.filename} />
      </Thumbnail>
      {open && <ImageViewer src={media.src} name={attachment.filename} onClose={() => setOpen(false)} />}
    </>
  );
}

const File = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  min-inline-size: 0;

  & > span {
    flex: 1;
    min-inline-size: 0;
  }
  & bdi {
    display: block;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & small {
    font-size: 12px;
    line-height: 16px;
    opacity: 0.85;
  }
`;

type DownloadState = 'idle' | 'loading' | 'failed';

function DocumentAttachment({ attachment }: { attachment: Attachment }) {
  const store = useMediaStore();
  const [state, setState] = useState<DownloadState>('idle');
  const download = async () => {
    setState('loading');
    try {
      const link = document.createElement('a');
      link.href = await store.load(attachment.url);
      link.download = attachment.filename;
      link.click();
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <File>
        <FileText size={24} aria-hidden />
        <span>
          <bdi>{attachment.filename}</bdi>
          <small>{formatFileSize(attachment.size)}</small>
        </span>
        <Button
          size="small"
          aria-label={messages.download(attachment.filename)}
          disabled={state === 'loading'}
          onClick={() => void download()}
        >
          {state === 'loading' ? <Spinner /> : <Download size={16} aria-hidden />}
        </Button>
      </File>
      {state === 'failed' && <MediaMissing onRetry={() => void download()} />}
    </>
  );
}

const Player = styled.div`
  & video,
  & audio {
    display: block;
    inline-size: 280px;
    max-inline-size: 100%;
    border-radius: 8px;
  }
  & video {
    max-block-size: 320px;
  }
`;

/** Sound and film are fetched when asked for: they may be 25 MB each. */
function PlayedAttachment({ attachment }: { attachment: Attachment }) {
  const [wanted, setWanted] = useState(false);
  const media = useMedia(attachment.url, wanted);
  if (media.state === 'failed') return <MediaMissing onRetry={media.retry} />;
  if (media.state !== 'ready') {
    const label = messages.play(messages.media[attachment.kind], formatFileSize(attachment.size));
    return (
      <Button onClick={() => setWanted(true)}>
        {media.state === 'loading' ? <Spinner /> : <Play size={16} aria-hidden />}
        {label}
      </Button>
    );
  }
  const shared = { src: media.src, controls: true, autoPlay: true, 'aria-label': attachment.filename };
  return <Player>{attachment.kind === 'video' ? <video {...shared} /> : <audio {...shared} />}</Player>;
}

const views: Record<MediaKind, ComponentType<{ attachment: Attachment }>> = {
  image: ImageAttachment,
  document: DocumentAttachment,
  audio: PlayedAttachment,
  voice: PlayedAttachment,
  video: PlayedAttachment,
};

export function AttachmentView({ attachment }: { attachment: Attachment }) {
  const arrival = useArrival(attachment.size);
  if (arrival === 'missing') return <MediaMissing />;
  if (arrival === 'on-its-way') return <Skeleton width={220} height={attachment.kind === 'image' ? 124 : 40} />;
  const View = views[attachment.kind];
  return <View attachment={attachment} />;
}
