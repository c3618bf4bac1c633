import type { ChatMessage } from '@inbox/domain';
import { styled } from '@inbox/ui';
import { useMemo } from 'react';
import { AttachmentView } from './attachments';
import { parseButtons } from './button-text';
import { MainMenu, TemplateButtons } from './choices';
import { MediaMissing } from './media-missing';
import { MessageText } from './message-text';
import { Quoted } from './quoted';
import { StoryView } from './story';

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: 6px;
`;

/** A chat message: what it quotes, its story or files, its text and buttons. */
export function ChatBody({ item, customer }: { item: ChatMessage; customer: string }) {
  const { message_type: type, msg_type: story, attachments } = item;
  const files = story === null ? attachments : attachments.slice(1);
  const fileMissing = story === null && item.content_type !== 'message' && attachments.length === 0;
  return (
    <Parts>
      {item.parent && <Quoted parent={item.parent} customer={customer} />}
      {story !== null && <StoryView item={item} kind={story} />}
      {files.map((attachment) => (
        <AttachmentView key={attachment.id} attachment={attachment} />
      ))}
      {(fileMissing || type === 'unsupported') && <MediaMissing />}
      <Words text={item.message} type={type} />
    </Parts>
  );
}

const WITH_BUTTONS: ReadonlySet<ChatMessage['message_type']> = new Set([
  'session_outbound_bot',
  'template',
  'interactive',
]);

function Words({ text, type }: { text: string; type: ChatMessage['message_type'] }) {
  const parsed = useMemo(() => (WITH_BUTTONS.has(type) ? parseButtons(text) : { text, buttons: [] }), [text, type]);
  const Buttons = type === 'session_outbound_bot' ? MainMenu : TemplateButtons;
  return (
    <>
      {parsed.text !== '' && <MessageText text={parsed.text} />}
      {parsed.buttons.length > 0 && <Buttons labels={parsed.buttons} />}
    </>
  );
}
