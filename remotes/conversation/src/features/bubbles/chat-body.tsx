import type { ChatMessage, ParentMessage } from '@inbox/domain';
import { styled } from '@inbox/ui';
import { messages } from '../../messages';
import { AttachmentView, MediaMissing } from './attachments';
import { MessageText } from './message-text';

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: 6px;
`;

const Quote = styled.blockquote`
  margin: 0;
  padding-inline-start: 8px;
  border-inline-start: 3px solid currentColor;
  font-size: 12px;
  line-height: 16px;
  opacity: 0.8;

  & > span {
    display: -webkit-box;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
`;

function Quoted({ parent }: { parent: ParentMessage }) {
  const what = parent.message || (parent.attachment ? messages.media[parent.attachment] : messages.mediaMissing);
  return (
    <Quote>
      <span dir="auto">{what}</span>
    </Quote>
  );
}

/** A chat message: what it quotes, its files, its text. */
export function ChatBody({ item }: { item: ChatMessage }) {
  const fileMissing = item.content_type !== 'message' && item.attachments.length === 0;
  return (
    <Parts>
      {item.parent && <Quoted parent={item.parent} />}
      {item.attachments.map((attachment) => (
        <AttachmentView key={attachment.id} attachment={attachment} />
      ))}
      {(fileMissing || item.message_type === 'unsupported') && <MediaMissing />}
      {item.message !== '' && <MessageText text={item.message} />}
    </Parts>
  );
}
