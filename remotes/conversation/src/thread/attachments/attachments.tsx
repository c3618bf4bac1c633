import type { Attachment, MediaKind } from '@inbox/domain';
import { Skeleton, styled } from '@inbox/ui';
import { type ComponentType, useEffect, useState } from 'react';
import { DocumentAttachment, isSvg } from './document-attachment';
import { ImageAttachment } from './image-attachment';
import { MediaInfected, MediaMissing } from '../../media/media-missing';
import { PlayedAttachment } from './played-attachment';
import { Paperclip } from 'lucide-react';

const views: Record<MediaKind, ComponentType<{ attachment: Attachment }>> = {
  image: ImageAttachment,
  document: DocumentAttachment,
  audio: PlayedAttachment,
  voice: PlayedAttachment,
  video: PlayedAttachment,
};

/** Chooses how a file is shown. */
export function AttachmentView({ attachment }: { attachment: Attachment }) {
  const arrival = useArrival(attachment.size);
  if (attachment.infected) return <MediaInfected />;
  if (arrival === 'missing') return <MediaMissing at={attachment.external_url} />;
  if (arrival === 'on-its-way') return <Skeleton width={220} height={attachment.kind === 'image' ? 124 : 40} />;
  // A drawing can hold a program: it is never opened in this page.
  const View = isSvg(attachment) ? DocumentAttachment : views[attachment.kind];
  return <View attachment={attachment} />;
}

/** Milliseconds: a file that the backend has not fetched from its channel by then is shown as missing. */
const PATIENCE = 20_000;

type Arrival = 'arrived' | 'on-its-way' | 'missing';

/**
 * A message is told at once, its file is fetched from the channel after that; until then it has no bytes, and asking for
 * it would only be refused. The message is told anew when the file is there.
 */
export function useArrival(size: number): Arrival {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    if (size > 0) return;
    const timer = setTimeout(() => setPatient(false), PATIENCE);
    return () => clearTimeout(timer);
  }, [size]);
  if (size > 0) return 'arrived';
  return patient ? 'on-its-way' : 'missing';
}

const FileLine = styled.p`
  display: flex;
  align-items: center;
  gap: 6px;
  overflow-wrap: anywhere;

  & svg {
    flex: none;
  }
`;

/** A file of a reply that is on its way. */
export function PendingFile({ name }: { name: string }) {
  return (
    <FileLine>
      <Paperclip size={14} aria-hidden />
      <span dir="auto">{name}</span>
    </FileLine>
  );
}
