import type { ChangedRecipients, EmailMessage, Profile } from '@inbox/domain';
import { useEmailGroups } from '@inbox/panel/email-groups';
import { Field } from '@inbox/ui';
import { ReplyRecipients } from '../composer/reply-recipients';
import { Recipients } from './drawer-style';
import { messages } from './messages';
import type { MailFields } from './use-mail-fields';

interface DrawerFieldsProps {
  fields: MailFields;
  accounts: Profile['email_accounts'];
  /** The newest mail of the customer, which the recipients are compared with; null when none is answered. */
  lastMail: EmailMessage | null;
  onAddress(recipients: ChangedRecipients | undefined): void;
  /** Called with true while a field holds something that is no address. */
  onWrong(isWrong: boolean): void;
}

/** The fields From, To, Cc, Bcc and Subject. */
export function DrawerFields({ fields, accounts, lastMail, onAddress, onWrong }: DrawerFieldsProps) {
  const { from, subject, recipients, change } = fields;
  const groups = useEmailGroups();
  return (
    <>
      <Field>
        {messages.from}
        <select value={from ?? ''} onChange={({ target }) => change({ from: target.value || undefined })}>
          {from === undefined && <option value="">{messages.ticketsMailbox}</option>}
          {accounts.map(({ id, name, email }) => (
            <option key={id} value={email}>
              {name === '' ? email : `${name} <${email}>`}
            </option>
          ))}
        </select>
      </Field>
      <Recipients data-recipients>
        <ReplyRecipients
          recipients={recipients}
          lastMail={lastMail}
          groups={groups}
          onChange={onAddress}
          onWrong={onWrong}
        />
      </Recipients>
      <Field>
        {messages.subject}
        <input
          name="subject"
          autoComplete="off"
          dir="auto"
          maxLength={998}
          placeholder={messages.noSubject}
          value={subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
      </Field>
    </>
  );
}
