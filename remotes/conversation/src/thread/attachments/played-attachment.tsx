import { formatFileSize, type Attachment } from '@inbox/domain';
import { Button, Spinner, styled } from '@inbox/ui';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { messages } from '../../messages';
import { AudioPlayer } from './audio-player';
import { DocumentAttachment } from './document-attachment';
import { MediaMissing } from '../../media/media-missing';
import { useMedia } from '../../media/use-media';

const Video = styled.video`
  display: block;
  inline-size: 280px;
  max-inline-size: 100%;
  max-block-size: 320px;
  border-radius: 8px;
`;

/** Sound and film are fetched when asked for: they may be 25 MB each. */
export function PlayedAttachment({ attachment }: { attachment: Attachment }) {
  const [wanted, setWanted] = useState(false);
  const [unplayable, setUnplayable] = useState(false);
  const media = useMedia(attachment.url, wanted);
  if (media.state === 'failed') return <MediaMissing onRetry={media.retry} />;
  if (unplayable) {
    return (
      <>
        <small>{messages.player.cannotPlay}</small>
        <DocumentAttachment attachment={attachment} />
      </>
    );
  }
  if (media.state !== 'ready') {
    return (
      <Button onClick={() => setWanted(true)}>
        {media.state === 'loading' ? <Spinner /> : <Play size={16} aria-hidden />}
        {messages.play(messages.media[attachment.kind], formatFileSize(attachment.size))}
      </Button>
    );
  }
  const shared = { src: media.src, label: attachment.filename, onError: () => setUnplayable(true) };
  if (attachment.kind !== 'video') return <AudioPlayer {...shared} />;
  return <Video src={media.src} controls autoPlay aria-label={shared.label} onError={shared.onError} />;
}
