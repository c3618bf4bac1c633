import type { ChangedRecipients, EmailMessage, RecipientField as Field } from '@inbox/domain';
import {
  addRecipients,
  allRecipients,
  isDefaultRecipients,
  isSameAddress,
  removeRecipient,
  senderWarnings,
} from '@inbox/domain/conversation';
import { Button, color, LOW_WINDOW, LOWEST_WINDOW, styled } from '@inbox/ui';
import { RecipientField } from '@inbox/ui/recipients';
import { useRef, useState } from 'react';
import { recipientMessages } from '../../../recipient-messages';

const Group = styled.div`
  display: flex;
  flex-direction: column;
  gap: 4px;
  padding: 6px 12px;
  border-block-end: 1px solid ${color.line};
  ${LOW_WINDOW} {
    padding-block: 2px;
  }
  /* At its lowest the window has room for them while the reply is written. */
  ${LOWEST_WINDOW} {
    div:not(:focus-within) > & {
      display: none;
    }
  }

  & > [data-first] {
    display: flex;
    align-items: start;
    gap: 8px;
  }
  & > [data-first] > :first-child {
    flex: 1;
    min-inline-size: 0;
  }
`;

const Warning = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  font-size: 12px;
  line-height: 16px;
  color: ${color.warning};
  overflow-wrap: anywhere;

  &[data-bad] {
    color: ${color.bad};
  }
`;

interface ReplyRecipientsProps {
  recipients: ChangedRecipients;
  /** The customer's newest mail; null when the thread shows none. */
  lastMail: EmailMessage | null;
  /** Told what the recipients are from now on; undefined goes back to the default. */
  onChange(recipients: ChangedRecipients | undefined): void;
  /** Told whether something is typed that is no address. */
  onWrong(isWrong: boolean): void;
}

/**
 * Whom an e-mail's reply goes to, named in full before it is sent. It is the ticket's customer until the agent changes it;
 * what the last mail would rather have is said, and is one button away.
 */
export function ReplyRecipients({ recipients, lastMail, onChange, onWrong }: ReplyRecipientsProps) {
  const { customer } = recipients;
  const [isOpen, setOpen] = useState(false);
  const wrong = useRef(new Set<Field>());
  const all = allRecipients(recipients);
  const others = all.filter((address) => !isSameAddress(address, customer));
  const withCopies = isOpen || recipients.cc.length + recipients.bcc.length > 0;

  const change = (changed: ChangedRecipients) => onChange(isDefaultRecipients(changed, customer) ? undefined : changed);
  const add = (field: Field, addresses: readonly string[]) => change(addRecipients(recipients, field, addresses));
  const fieldFor = (field: Field) => (
    <RecipientField
      label={recipientMessages.fields[field]}
      addresses={recipients[field]}
      doubtOf={(address) => (isSameAddress(address, customer) ? null : recipientMessages.notCustomers)}
      onAdd={(addresses) => add(field, addresses)}
      onRemove={(address) => change(removeRecipient(recipients, address))}
      onWrong={(isWrong) => {
        wrong.current[isWrong ? 'add' : 'delete'](field);
        onWrong(wrong.current.size > 0);
      }}
    />
  );
  const unanswered = (lastMail === null ? [] : senderWarnings(lastMail, customer)).filter(
    ({ email }) => !all.some((address) => isSameAddress(address, email)),
  );
  const isElsewhereOnly = !all.some((address) => isSameAddress(address, customer));
  return (
    <Group role="group" aria-label={recipientMessages.group}>
      <div data-first>
        <div>{fieldFor('to')}</div>
        {!withCopies && (
          <Button size="small" variant="quiet" aria-expanded={false} onClick={() => setOpen(true)}>
            {recipientMessages.copies}
          </Button>
        )}
      </div>
      {withCopies && fieldFor('cc')}
      {withCopies && fieldFor('bcc')}
      <div role="status">
        {recipients.to.length === 0 && <Warning data-bad>{recipientMessages.nobody}</Warning>}
        {others.length > 0 && customer !== null && (
          <Warning>
            {(isElsewhereOnly ? recipientMessages.elsewhereOnly : recipientMessages.elsewhere)(others.join(', '))}
          </Warning>
        )}
        {unanswered.map(({ kind, email, isOtherDomain }) => (
          <Warning key={email}>
            {recipientMessages.lastMail[kind](email, isOtherDomain)}
            <Button size="small" onClick={() => add('to', [email])}>
              {recipientMessages.use(email)}
            </Button>
          </Warning>
        ))}
      </div>
    </Group>
  );
}
