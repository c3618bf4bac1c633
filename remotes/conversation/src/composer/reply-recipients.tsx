import type { ChangedRecipients, EmailGroup, EmailMessage, RecipientField as Field } from '@inbox/domain';
import {
  addRecipients,
  allRecipients,
  isSameAddress,
  removeRecipient,
  senderWarnings,
} from '@inbox/domain/conversation';
import { Button, color, IconButton, LOW_WINDOW, LOWEST_WINDOW, styled, TOUCH } from '@inbox/ui';
import { RecipientField } from '@inbox/ui/recipients';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { usePanelWidth } from '../ui/panel-width';
import { recipientMessages } from '../recipient-messages';

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

/** All of it is the way to the fields. The address is whole, however long: half of one says nothing. */
const Line = styled.button`
  display: flex;
  align-items: center;
  gap: 8px;
  inline-size: 100%;
  min-block-size: 28px;
  padding: 0;
  border: 0;
  background: transparent;
  color: ${color.text};
  font: inherit;
  font-size: 12px;
  line-height: 16px;
  text-align: start;
  cursor: pointer;
  ${TOUCH} {
    min-block-size: 44px;
    margin-block: -6px;
  }

  & > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  & > span:first-of-type,
  & > svg {
    flex: none;
    color: ${color.text3};
  }
  & > svg {
    margin-inline-start: auto;
  }
  & > b {
    flex: none;
    font-weight: 600;
  }
`;

/** Pixels of the panel's width below which the fields are folded into a line. */
const NARROW = 480;

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
  /** Offered by what is typed last. */
  groups?: readonly EmailGroup[] | undefined;
  /** Told what the recipients are from now on. */
  onChange(recipients: ChangedRecipients): void;
  /** Told whether something is typed that is no address. */
  onWrong(isWrong: boolean): void;
}

/**
 * Whom an e-mail's reply goes to, named in full before it is sent. It is the ticket's customer until the agent changes it;
 * what the last mail would rather have is said, and is one button away.
 */
export function ReplyRecipients({ recipients, lastMail, groups, onChange, onWrong }: ReplyRecipientsProps) {
  const { customer } = recipients;
  const [isOpen, setOpen] = useState(false);
  const wrong = useRef(new Set<Field>());
  const all = allRecipients(recipients);
  const others = all.filter((address) => !isSameAddress(address, customer));
  const isNarrow = usePanelWidth() < NARROW;
  const [isUnfolded, setUnfolded] = useState(false);
  const [hasWrong, setHasWrong] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const mayFold = isNarrow && !hasWrong && recipients.to.length > 0;
  const isFolded = mayFold && !isUnfolded;
  const wasPressed = useRef(false);
  const unfold = (unfolded: boolean) => {
    wasPressed.current = true;
    setUnfolded(unfolded);
  };
  // The button that was pressed is gone: the keyboard goes on from here.
  useLayoutEffect(() => {
    if (!wasPressed.current) return;
    wasPressed.current = false;
    group.current?.querySelector<HTMLElement>(isFolded ? 'button' : 'input')?.focus();
  }, [isFolded]);
  const withCopies = isOpen || recipients.cc.length + recipients.bcc.length > 0;

  const add = (field: Field, addresses: readonly string[]) => onChange(addRecipients(recipients, field, addresses));
  const fieldFor = (field: Field) => (
    <RecipientField
      label={recipientMessages.fields[field]}
      addresses={recipients[field]}
      groups={groups}
      doubtOf={(address) => (isSameAddress(address, customer) ? null : recipientMessages.notCustomers)}
      onAdd={(addresses) => add(field, addresses)}
      onRemove={(address) => onChange(removeRecipient(recipients, address))}
      onWrong={(isWrong) => {
        wrong.current[isWrong ? 'add' : 'delete'](field);
        setHasWrong(wrong.current.size > 0);
        onWrong(wrong.current.size > 0);
      }}
    />
  );
  const unanswered = (lastMail === null ? [] : senderWarnings(lastMail, customer)).filter(
    ({ email }) => !all.some((address) => isSameAddress(address, email)),
  );
  const isElsewhereOnly = !all.some((address) => isSameAddress(address, customer));
  return (
    <Group ref={group} role="group" aria-label={recipientMessages.group}>
      {isFolded ? (
        <Line
          type="button"
          aria-expanded={false}
          aria-label={recipientMessages.folded(recipients.to[0] ?? '', all.length - 1)}
          onClick={() => unfold(true)}
        >
          <span>{recipientMessages.fields.to}</span> <span dir="auto">{recipients.to[0]}</span>{' '}
          {all.length > 1 && <b>{recipientMessages.more(all.length - 1)}</b>}
          <ChevronDown size={16} aria-hidden />
        </Line>
      ) : (
        <>
          <div data-first>
            <div>{fieldFor('to')}</div>
            {!withCopies && (
              <Button size="small" variant="quiet" aria-expanded={false} onClick={() => setOpen(true)}>
                {recipientMessages.copies}
              </Button>
            )}
            {mayFold && (
              <IconButton size="small" label={recipientMessages.fold} onClick={() => unfold(false)}>
                <ChevronUp size={16} aria-hidden />
              </IconButton>
            )}
          </div>
          {withCopies && fieldFor('cc')}
          {withCopies && fieldFor('bcc')}
        </>
      )}
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
