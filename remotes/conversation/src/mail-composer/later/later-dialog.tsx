import { formatMessageTime } from '@inbox/domain';
import { sendTimeProblem } from '@inbox/domain/conversation';
import { Button, color, Dialog, Field, styled } from '@inbox/ui';
import { addYears } from 'date-fns/addYears';
import { useId, useState } from 'react';
import { laterTimes, localTime } from './later-times';
import { messages } from './messages';

const Note = styled.p`
  margin-block-start: 8px;
  min-block-size: 20px;
  color: ${color.text2};

  &[data-bad] {
    color: ${color.bad};
  }
`;

interface LaterDialogProps {
  /** Milliseconds, by this device's clock. */
  onChoose(at: number): void;
  onClose(): void;
}

/** A date and a time of the agent's own: never in the past, at most a year ahead. */
export default function LaterDialog({ onChoose, onClose }: LaterDialogProps) {
  const note = useId();
  const [now] = useState(Date.now);
  const [text, setText] = useState(() => localTime(laterTimes(now).at(-1)?.at ?? now));
  const [isTried, setTried] = useState(false);
  const at = new Date(text).getTime();
  const problem = sendTimeProblem(at, now);
  return (
    <Dialog
      title={messages.open}
      onClose={onClose}
      onSubmit={() => {
        // The clock has gone on since it was opened.
        if (sendTimeProblem(at, Date.now()) === null) onChoose(at);
        else setTried(true);
      }}
      actions={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="submit" variant="primary">
            {messages.save}
          </Button>
        </>
      }
    >
      <Field>
        {messages.at}
        <input
          type="datetime-local"
          aria-describedby={note}
          aria-invalid={isTried && problem !== null}
          min={localTime(now)}
          max={localTime(addYears(now, 1))}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setTried(true);
          }}
        />
      </Field>
      <Note id={note} role="status" data-bad={(isTried && problem !== null) || undefined}>
        {problem === null
          ? `${messages.when(formatMessageTime(new Date(at)))}. ${messages.note}`
          : isTried && messages.problem[problem]}
      </Note>
    </Dialog>
  );
}
