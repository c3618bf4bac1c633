import { agentName, COMPOSE_STATUSES, joinTags, type Agent, type AgentId, type Profile } from '@inbox/domain';
import {
  MAX_TAG_LENGTH,
  RECIPIENT_FIELDS,
  removeRecipient,
  type RecipientField as FieldName,
} from '@inbox/domain/conversation';
import type { useEmailGroups } from '@inbox/panel/email-groups';
import { color, Field, styled } from '@inbox/ui';
import { RecipientField } from '@inbox/ui/recipients';
import type { Dispatch, SetStateAction } from 'react';
import { useTags } from '../../filters/use-tags';
import { Choice } from '../../ui/choice';
import { ManyChoice } from '../../ui/many-choice';
import { withRecipients } from './draft';
import { messages } from './messages';
import type { Compose } from './use-compose';

const Recipients = styled.div`
  display: flex;
  flex-direction: column;
  gap: 4px;
  padding: 6px 10px;
  border: 1px solid ${color.lineStrong};
  border-radius: 8px;
  &[data-invalid] {
    border-color: ${color.bad};
  }
`;

interface FieldProps extends Pick<Compose, 'draft' | 'change'> {
  /** Errors of the server by the names of its fields. */
  fields: object;
}

/** Field for the mailbox that sends the mail. */
export const FromField = ({ accounts, draft, change }: FieldProps & { accounts: Profile['email_accounts'] }) => (
  <Field>
    {messages.from}
    <select value={draft.from} onChange={({ target }) => change((now) => ({ ...now, from: target.value }))}>
      {accounts.map(({ id, name, email }) => (
        <option key={id} value={email}>
          {name === '' ? email : `${name} <${email}>`}
        </option>
      ))}
    </select>
  </Field>
);

interface RecipientFieldsProps extends FieldProps {
  groups: ReturnType<typeof useEmailGroups>;
  /** Sets which fields hold something that is no address. */
  onWrong: Dispatch<SetStateAction<ReadonlySet<FieldName>>>;
}

/** The fields To, Cc and Bcc. */
export const RecipientFields = ({ groups, draft, fields, change, onWrong }: RecipientFieldsProps) =>
  RECIPIENT_FIELDS.map((field) => (
    <Recipients key={field} data-field={field} data-invalid={`${field}_emails` in fields || undefined}>
      <RecipientField
        label={messages.fields[field]}
        addresses={draft[field]}
        groups={groups}
        isRequired={field === 'to'}
        isFirst={field === 'to'}
        onAdd={(added) => change((now) => withRecipients(now, field, added))}
        onRemove={(address) => change((now) => ({ ...now, ...removeRecipient({ ...now, customer: null }, address) }))}
        onWrong={(isWrong) =>
          onWrong((before) => {
            const after = new Set(before);
            after[isWrong ? 'add' : 'delete'](field);
            return after;
          })
        }
      />
    </Recipients>
  ));

export const SubjectField = ({ draft, fields, change }: FieldProps) => (
  <Field>
    <span>
      {messages.subject} <span aria-hidden>*</span>
    </span>
    <input
      name="subject"
      aria-label={messages.subject}
      aria-required
      autoComplete="off"
      dir="auto"
      maxLength={998}
      value={draft.subject}
      aria-invalid={'subject' in fields}
      onChange={({ target }) => change((now) => ({ ...now, subject: target.value }))}
    />
  </Field>
);

/** Fields of the ticket that the mail begins: agent, linked ticket, status and tags. */
export function TicketFields({
  agents,
  profile,
  draft,
  fields,
  change,
}: FieldProps & { agents: readonly Agent[]; profile: Profile }) {
  const { known } = useTags();
  const me = profile.current_user_id;
  return (
    <>
      <Field data-half>
        {messages.agent}
        <select
          value={draft.owner}
          onChange={({ target }) => change((now) => ({ ...now, owner: Number(target.value) as AgentId }))}
        >
          {owners(agents, profile, draft.owner).map(({ id, name }) => (
            <option key={id} value={id}>
              {id === me ? messages.self(name) : name}
            </option>
          ))}
        </select>
      </Field>
      <Field data-half>
        {messages.link}
        <input
          name="link_ticket_id"
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={15}
          value={draft.link}
          aria-invalid={'link_ticket_id' in fields}
          onChange={({ target }) => change((now) => ({ ...now, link: target.value.replace(/\D/g, '') }))}
        />
      </Field>
      <Choice
        label={messages.status}
        options={COMPOSE_STATUSES.map((value) => ({ value, label: messages.statuses[value] }))}
        value={draft.status}
        onChange={(status) => change((now) => ({ ...now, status }))}
      />
      <ManyChoice
        label={messages.tags}
        placeholder={messages.addTag}
        options={known.map((tag) => ({ value: tag, label: tag }))}
        chosen={draft.tags}
        onChange={(tags) => change((now) => ({ ...now, tags }))}
        empty={messages.noTags}
        newOption={newTag}
      />
    </>
  );
}

/** Commas and blanks as the ticket has them. */
function newTag(text: string): { value: string; label: string } | null {
  const tag = joinTags([text]).slice(0, MAX_TAG_LENGTH);
  return tag === '' ? null : { value: tag, label: messages.newTag(tag) };
}

/** Any agent that is listed (spec section 6); oneself, and who is chosen, also while the list is not known. */
function owners(agents: readonly Agent[], profile: Profile, chosen: AgentId): { id: AgentId; name: string }[] {
  const listed = agents.map((agent) => ({ id: agent.id, name: agentName(agent) }));
  const isListed = (id: AgentId) => listed.some((one) => one.id === id);
  const me = { id: profile.current_user_id, name: profile.full_name };
  const everybody = isListed(me.id) ? listed : [me, ...listed];
  return everybody.some(({ id }) => id === chosen) ? everybody : [...everybody, { id: chosen, name: `#${chosen}` }];
}
