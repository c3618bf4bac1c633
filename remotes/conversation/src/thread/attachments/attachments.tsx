import type { Attachment, MediaKind } from '@inbox/domain';
import { Skeleton } from '@inbox/ui';
import type { ComponentType } from 'react';
import { DocumentAttachment, isSvg } from './document-attachment';
import { ImageAttachment } from './image-attachment';
import { MediaInfected, MediaMissing } from '../../media/media-missing';
import { PlayedAttachment } from './played-attachment';
import { useArrival } from './use-arrival';

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
