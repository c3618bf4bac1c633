import { Button, color, styled } from '@inbox/ui';
import { replyMessages as messages } from '../reply-messages';
import type { SendProblem } from './use-send';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 4px 12px;
  background: ${color.warningSurface};
  font-size: 13px;

  & p {
    flex: 1;
    min-inline-size: 160px;
    overflow-wrap: anywhere;
  }
`;

/** Why the reply is still in its box, and what can be done about it. */
export function Unstored({ problem, onSend }: { problem: SendProblem; onSend(): void }) {
  if (problem.kind === 'sending') {
    return (
      <Line role="status">
        <p>{messages.unstored.sending}</p>
      </Line>
    );
  }
  return (
    <Line role="alert">
      <p>{problem.kind === 'unstored' ? messages.unstored.text : problem.text}</p>
      <Button size="small" onClick={onSend}>
        {messages.unstored.sendAnyway}
      </Button>
    </Line>
  );
}
