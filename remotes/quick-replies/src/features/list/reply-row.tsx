import type { QuickReply } from '@inbox/domain';
import { Button, color, styled } from '@inbox/ui';
import { messages } from '../../messages';

const Row = styled.li`
  position: relative;
  padding: 10px 16px 12px;
  border-block-end: 1px solid ${color.line};

  &:hover,
  &:focus-within {
    background: ${color.surface2};
  }
  & > p {
    overflow-wrap: anywhere;
  }
  & > p:first-of-type {
    padding-inline-end: 64px;
    color: ${color.text3};
  }
  & > p:last-of-type {
    white-space: pre-wrap;
    color: ${color.text2};
  }
  & b {
    font-weight: 600;
    color: ${color.text};
  }
  & > button {
    position: absolute;
    inset-inline-end: 12px;
    inset-block-start: 8px;
  }
  /* Where there is a pointer that hovers, Send shows under it and on keyboard focus; on touch it always does. */
  @media (hover: hover) {
    & > button {
      opacity: 0;
    }
    &:hover > button,
    & > button:focus-visible {
      opacity: 1;
    }
  }
`;

export function ReplyRow({ reply, onSend }: { reply: QuickReply; onSend(): void }) {
  return (
    <Row>
      <p>
        <b dir="auto">{reply.shortcut}</b> {messages.shortcut}
      </p>
      <p dir="auto">{reply.message}</p>
      <Button
        variant="primary"
        size="small"
        aria-label={messages.sendNamed(reply.shortcut)}
        // The second half of a double click is not a second wish.
        onClick={(event) => event.detail <= 1 && onSend()}
      >
        {messages.send}
      </Button>
    </Row>
  );
}
