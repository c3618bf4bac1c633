import { FOLLOW_UP_HOURS, formatMessageTime, NO_FOLLOW_UP } from '@inbox/domain';
import { Button, color, Dialog, Field, styled, useNow } from '@inbox/ui';
import { useState } from 'react';
import { messages } from '../../messages';

const When = styled.p`
  margin-block-start: 8px;
  min-block-size: 20px;
  color: ${color.text2};
`;

interface FollowUpDialogProps {
  /** Milliseconds to add to this browser's clock for the server's. */
  clockOffset: number;
  /** Answers whether it was done. */
  onChoose(hours: number): Promise<boolean>;
  onClose(): void;
}

/** How long the ticket is laid aside: 'no' or 1 to 23 hours (spec section 5). */
export default function FollowUpDialog({ clockOffset, onChoose, onClose }: FollowUpDialogProps) {
  const [hours, setHours] = useState(1);
  const [busy, setBusy] = useState(false);
  const due = new Date(useNow(60_000) + clockOffset + hours * 3_600_000);

  const save = async () => {
    if (busy) return;
    setBusy(true);
    if (await onChoose(hours)) onClose();
    else setBusy(false);
  };

  return (
    <Dialog
      title={messages.followUp}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="submit" variant="primary" disabled={busy}>
            {messages.save}
          </Button>
        </>
      }
    >
      <Field>
        {messages.followUpIn}
        <select value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {FOLLOW_UP_HOURS.map((choice) => (
            <option key={choice} value={choice}>
              {choice === NO_FOLLOW_UP ? messages.noFollowUp : messages.hours(choice)}
            </option>
          ))}
        </select>
      </Field>
      <When>{hours !== NO_FOLLOW_UP && messages.opensAgain(formatMessageTime(due))}</When>
    </Dialog>
  );
}
