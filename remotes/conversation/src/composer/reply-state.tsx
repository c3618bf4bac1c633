import type { ConversationSource } from '@inbox/domain';
import { messageLength, messageLimit, NOT_FOUND, overLimit } from '@inbox/domain/conversation';
import { color, styled } from '@inbox/ui';
import { messages } from '../messages';
import { NARROW_PANEL } from '../ui/panel-width';
import { replyMessages } from '../reply-messages';

const Line = styled.small`
  flex: 1;
  min-inline-size: 0;
  font-size: 12px;
  line-height: 16px;
  text-align: end;
  color: ${color.text3};

  &[data-tone='warning'] {
    color: ${color.warning};
  }
  &[data-tone='bad'] {
    color: ${color.bad};
  }
  /* Above the buttons, where there is room for a sentence. */
  ${NARROW_PANEL} {
    &[data-long] {
      order: -1;
      flex-basis: 100%;
      text-align: start;
    }
  }
`;

/** From this part of a channel's limit on it is told how much room is left. */
const NEAR = 0.8;

interface ReplyStateProps {
  source: ConversationSource;
  text: string;
  hasDraft: boolean;
  /** Files of a reply that was sent from here are still leaving. */
  isSending: boolean;
  /** Does the browser refuse to store what is written? */
  isUnstored: boolean;
}

/** What the agent should know of the reply before it is sent; one thing at a time, the gravest first. */
export function ReplyState({ source, text, hasDraft, isSending, isUnstored }: ReplyStateProps) {
  const limit = messageLimit(source);
  const over = overLimit(source, text);
  if (limit !== null && over > 0) {
    return (
      <Line role="status" data-long data-tone="bad">
        {messages.tooLong(over, limit)}
      </Line>
    );
  }
  if (text.includes(NOT_FOUND)) {
    return (
      <Line role="status" data-long data-tone="warning">
        {messages.valueMissing}
      </Line>
    );
  }
  if (hasDraft && isUnstored) {
    return (
      <Line role="status" data-long data-tone="warning">
        {replyMessages.draftUnstored}
      </Line>
    );
  }
  if (isSending) return <Line role="status">{messages.files.sending}</Line>;
  const length = limit === null ? 0 : messageLength(text, limit);
  if (limit !== null && length >= limit.max * NEAR) return <Line data-long>{messages.lengthOf(length, limit)}</Line>;
  return <Line>{hasDraft && messages.draftSaved}</Line>;
}
