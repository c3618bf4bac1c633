import type { QuickReply } from '@inbox/domain';
import { Button, color, styled } from '@inbox/ui';
import { messages } from '../../messages';

const Row = styled.li`
  padding: 6px 12px 12px 16px;
  border-block-end: 1px solid ${color.line};
  overflow-wrap: anywhere;

  &:hover,
  &:focus-within {
    background: ${color.surface2};
  }
  & > p {
    white-space: pre-wrap;
    color: ${color.text2};
  }
  /* Where there is a pointer that hovers, Send shows under it and on keyboard focus; on touch it always does. */
  @media (hover: hover) {
    & button {
      opacity: 0;
    }
    &:hover button,
    & button:focus-visible {
      opacity: 1;
    }
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-block-size: 32px;
  color: ${color.text3};

  & b {
    font-weight: 600;
    color: ${color.text};
  }
`;

export function ReplyRow({ reply, onSend }: { reply: QuickReply; onSend(): void }) {
  return (
    <Row>
      <Head>
        <span>
          <b dir="auto">{reply.shortcut}</b> {messages.shortcut}
        </span>
        <Button
          variant="primary"
          size="small"
          aria-label={messages.sendNamed(reply.shortcut)}
          // The second half of a double click is not a second wish.
          onClick={(event) => event.detail <= 1 && onSend()}
        >
          {messages.send}
        </Button>
      </Head>
      <p dir="auto">{reply.message}</p>
    </Row>
  );
}
