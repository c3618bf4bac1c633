import { formatMessageTime, type TextVersion } from '@inbox/domain';
import { styled } from '@inbox/ui';
import { messages } from '../../../messages';
import { AttachmentView } from '../../attachments/attachments';
import { MessageText } from '../../../ui/message-text';

const Details = styled.details`
  font-size: 12px;
  line-height: 16px;

  & > summary {
    min-block-size: 24px;
    align-content: center;
    inline-size: fit-content;
    cursor: pointer;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  & > ol {
    display: flex;
    flex-direction: column;
    gap: 6px;
    margin: 4px 0 0;
    padding-inline-start: 8px;
    border-inline-start: 3px solid currentColor;
    list-style: none;
  }
  & li {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 4px;
  }
`;

/** That a message was edited, and, opened, what it was before. */
export function EarlierTexts({ edits }: { edits: readonly TextVersion[] }) {
  return (
    <Details>
      <summary>{messages.channel.edited}</summary>
      <ol aria-label={messages.channel.saidBefore}>
        {edits.map(({ message, at, attachments = [] }) => (
          <li key={`${at} ${message} ${attachments.map(({ id }) => id).join(' ')}`}>
            <time dateTime={at}>{formatMessageTime(new Date(at))}</time>
            {attachments.map((attachment) => (
              <AttachmentView key={attachment.id} attachment={attachment} />
            ))}
            {message !== '' && <MessageText text={message} />}
            {message === '' && attachments.length === 0 && <p>{messages.channel.noText}</p>}
          </li>
        ))}
      </ol>
    </Details>
  );
}
