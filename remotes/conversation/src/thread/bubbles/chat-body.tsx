import type { ChatMessage } from '@inbox/domain';
import { styled } from '@inbox/ui';
import { useMemo } from 'react';
import { AttachmentView } from '../attachments/attachments';
import { parseButtons } from './button-text';
import { ChannelNotes, Note } from './channel/channel-notes';
import { EarlierTexts } from './channel/earlier-texts';
import { RawMessage } from './channel/raw-message';
import { ReferralCard } from './channel/referral-card';
import { MainMenu, TemplateButtons } from './choices';
import { messages } from '../../messages';
import { MediaMissing } from '../../media/media-missing';
import { MessageText } from '../../ui/message-text';
import { Quoted } from './quoted';
import { StoryView } from './story';

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: 6px;
`;

/** A chat message: where it comes from, what it quotes, its story or files, its text and buttons, its earlier texts. */
export function ChatBody({ item, customer }: { item: ChatMessage; customer: string }) {
  const { message_type: type, msg_type: story, channel } = item;
  const picture = channel?.referral && item.attachments.find((file) => file.content_disposition === 'inline');
  const attachments = item.attachments.filter((file) => file !== picture);
  const files = story === null ? attachments : attachments.slice(1);
  const fileMissing = story === null && item.content_type !== 'message' && attachments.length === 0;
  const isNameless = type === 'unsupported' && item.message === '' && item.newer_kind === undefined && !fileMissing;
  return (
    <Parts>
      {item.newer_kind !== undefined && (
        <Note>{messages.channel.newerKind(item.newer_kind.slice(0, LONGEST_KIND))}</Note>
      )}
      {channel && <ChannelNotes channel={channel} />}
      {channel?.referral && <ReferralCard referral={channel.referral} picture={picture} />}
      {item.parent && <Quoted parent={item.parent} customer={customer} />}
      {story !== null && <StoryView item={item} kind={story} />}
      {files.map((attachment) => (
        <AttachmentView key={attachment.id} attachment={attachment} />
      ))}
      {fileMissing && <MediaMissing />}
      <Words text={isNameless ? messages.channel.notHandedOut : item.message} type={type} />
      {channel?.edits && <EarlierTexts edits={channel.edits} />}
      {channel?.raw_url !== undefined && <RawMessage id={item.id} url={channel.raw_url} />}
    </Parts>
  );
}

/** UTF-16 units of a kind's name that are shown. */
const LONGEST_KIND = 60;

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
