import type { ChatMessage } from '@inbox/domain';
import { styled } from '@inbox/ui';
import { messages } from '../../messages';
import { AttachmentView } from '../attachments/attachments';
import { MediaMissing } from '../../media/media-missing';

const Story = styled.figure`
  display: flex;
  flex-direction: column;
  gap: 6px;
  margin: 0;
  padding-inline-start: 8px;
  border-inline-start: 3px solid currentColor;

  & > figcaption {
    font-size: 12px;
    line-height: 16px;
    opacity: 0.85;
  }
`;

/** The story that a customer names the shop in, or answers; channels hand it out for a day only. */
export function StoryView({ item, kind }: { item: ChatMessage; kind: NonNullable<ChatMessage['msg_type']> }) {
  const [story] = item.attachments;
  return (
    <Story>
      <figcaption>{messages.story[kind]}</figcaption>
      {story ? <AttachmentView attachment={story} /> : <MediaMissing />}
    </Story>
  );
}
