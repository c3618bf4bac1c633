import { formatMessageTime, type Ticket } from '@inbox/domain';
import { FOLLOW_UP_HOURS, MAX_FOLLOW_UP_HOURS, NO_FOLLOW_UP } from '@inbox/domain/conversation';
import { Button, color, Dialog, Field, styled, useNow } from '@inbox/ui';
import { addHours } from 'date-fns/addHours';
import { differenceInHours } from 'date-fns/differenceInHours';
import { useState } from 'react';
import { messages } from '../messages';
import { dialogMessages } from './dialog-messages';

const When = styled.p`
  margin-block-start: 8px;
  min-block-size: 20px;
  color: ${color.text2};
`;

interface FollowUpDialogProps {
  ticket: Pick<Ticket, 'status' | 'follow_up_at'>;
  /** Milliseconds to add to this browser's clock for the server's. */
  clockOffset: number;
  /** Answers whether it was done. */
  onChoose(hours: number): Promise<boolean>;
  onClose(): void;
}

/** Asks when the ticket opens again: in 1 to 23 hours, or 'no' for no follow-up (spec section 5). */
export default function FollowUpDialog({ ticket, clockOffset, onChoose, onClose }: FollowUpDialogProps) {
  const now = useNow(60_000) + clockOffset;
  const runs = ticket.status === 'follow_up';
  const [hours, setHours] = useState(() => hoursLeft(ticket.follow_up_at, now));
  const [busy, setBusy] = useState(false);
  const due = addHours(now, hours);

  const save = async () => {
    if (busy) return;
    if (hours === NO_FOLLOW_UP && !runs) return onClose();
    setBusy(true);
    if (await onChoose(hours)) onClose();
    else setBusy(false);
  };

  return (
    <Dialog
      title={runs ? messages.changeFollowUp : messages.followUp}
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
        {dialogMessages.followUpIn}
        <select value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {FOLLOW_UP_HOURS.map((choice) => (
            <option key={choice} value={choice}>
              {choice === NO_FOLLOW_UP ? dialogMessages.noFollowUp : dialogMessages.hours(choice)}
            </option>
          ))}
        </select>
      </Field>
      <When>
        {hours > NO_FOLLOW_UP && dialogMessages.opensAgain(formatMessageTime(due))}
        {hours === NO_FOLLOW_UP && (runs ? dialogMessages.endsFollowUp : dialogMessages.staysOpen)}
      </When>
    </Dialog>
  );
}

/** Where the choice begins: at what is left of a follow-up that runs, else at one hour. */
function hoursLeft(due: string | null, now: number): number {
  if (due === null) return 1;
  return Math.min(MAX_FOLLOW_UP_HOURS, Math.max(1, differenceInHours(due, now, { roundingMethod: 'ceil' })));
}
