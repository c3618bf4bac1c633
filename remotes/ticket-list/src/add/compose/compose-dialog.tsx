import { agentName, COMPOSE_STATUSES, joinTags, type Agent, type AgentId, type Profile } from '@inbox/domain';
import {
  RECIPIENT_FIELDS,
  removeRecipient,
  type RecipientField as FieldName,
  MAX_TAG_LENGTH,
} from '@inbox/domain/conversation';
import { usePanel, useTopic } from '@inbox/panel';
import { useEmailGroups } from '@inbox/panel/email-groups';
import { SignatureDialog, signatureMessages, useMailSignatures } from '@inbox/panel/mail-signature';
import { Button, color, Dialog, Field, styled, TOUCH } from '@inbox/ui';
import { useEmptyMailQuestion } from '@inbox/ui/empty-mail';
import { RecipientField } from '@inbox/ui/recipients';
import { RichTextEditor } from '@inbox/ui/rich-text';
import { Signature } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Choice } from '../../ui/choice';
import { ManyChoice } from '../../ui/many-choice';
import { useTags } from '../../filters/use-tags';
import { Attach } from './attach';
import { withRecipients } from './draft';
import { messages } from './messages';
import { createSentMails, type SentMailsDeps } from './sent-mails';
import { useCompose } from './use-compose';

/** CSS pixels (spec section 9). */
const EDITOR_HEIGHT = 300;

const Fields = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
  gap: 12px 8px;
  min-inline-size: 0;
  margin: 0;
  padding: 4px 0 0;
  border: 0;

  & > * {
    grid-column: 1 / -1;
    min-inline-size: 0;
  }
  & > [data-half] {
    grid-column: auto;
  }
  ${TOUCH} {
    & input:not([type='radio']),
    & select {
      min-block-size: 44px;
    }
  }
`;
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
const Problem = styled.p`
  margin-block-start: 12px;
  color: ${color.bad};
  overflow-wrap: anywhere;
`;
const Hint = styled.p`
  font-size: 12px;
  color: ${color.text2};
`;

interface ComposeDialogProps {
  agents: readonly Agent[];
  onClose(): void;
  onReopen(): void;
}

/** Goes on with what an earlier page has sent and not yet let go. */
export const resumeSent = (deps: SentMailsDeps): void => createSentMails(deps).resume();

/** Writes an e-mail that begins a ticket (spec sections 2, 3, 5 and 8). */
export default function ComposeDialog(props: ComposeDialogProps) {
  const session = useTopic('session');
  return session?.signedIn ? <SignedInDialog {...props} profile={session.profile} /> : null;
}

function SignedInDialog({ agents, profile, onClose, onReopen }: ComposeDialogProps & { profile: Profile }) {
  const me = profile.current_user_id;
  const accounts = profile.email_accounts;
  const compose = useCompose({ me, accounts, onClose, onReopen });
  const { draft, sending, isUnknown, change } = compose;
  const { toast } = usePanel();
  const { known } = useTags();
  const groups = useEmailGroups();
  const [wrong, setWrong] = useState<ReadonlySet<FieldName>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isSigning, setSigning] = useState(false);
  const emptyMail = useEmptyMailQuestion();
  const signatures = useMailSignatures(accounts);
  const signature = signatures.of(draft.from);
  const sign = useEffectEvent(compose.sign);
  useEffect(() => {
    if (compose.isReady && signature !== undefined) sign(signature);
  }, [compose.isReady, signature]);
  const all = useRef<HTMLFieldSetElement>(null);
  const isSending = sending.kind === 'running';
  const fields = sending.kind === 'failed' ? sending.fields : {};
  const mayNotSend = isSending || isBusy || wrong.size > 0;

  const focusWrong = useEffectEvent(() => {
    const [firstWrong] = Object.keys(fields);
    if (firstWrong === 'to_emails') all.current?.querySelector<HTMLElement>('[data-field="to"] input')?.focus();
    if (firstWrong === 'subject') all.current?.querySelector<HTMLElement>('[name="subject"]')?.focus();
  });
  const attempt = sending.kind === 'failed' ? sending.attempt : 0;
  useEffect(() => {
    if (attempt > 0) focusWrong();
  }, [attempt]);

  const leave = () => (compose.isEmpty() || isUnknown ? compose.close() : setAsking(true));
  return (
    <>
      <Dialog
        title={messages.title}
        size="large"
        onClose={compose.close}
        onSubmit={() => {
          if (!mayNotSend) emptyMail.ask(compose.missing(), () => void compose.send());
        }}
        actions={
          <>
            <Button onClick={leave}>{messages.discard}</Button>
            <Button type="submit" variant="primary" disabled={isSending} aria-disabled={mayNotSend}>
              {isSending ? messages.sending : isUnknown ? messages.again : messages.send}
            </Button>
          </>
        }
      >
        <Fields ref={all} disabled={isUnknown} inert={isUnknown || isSending} aria-busy={isSending}>
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
          {RECIPIENT_FIELDS.map((field) => (
            <Recipients key={field} data-field={field} data-invalid={`${field}_emails` in fields || undefined}>
              <RecipientField
                label={messages.fields[field]}
                addresses={draft[field]}
                groups={groups}
                isRequired={field === 'to'}
                isFirst={field === 'to'}
                onAdd={(added) => change((now) => withRecipients(now, field, added))}
                onRemove={(address) =>
                  change((now) => ({ ...now, ...removeRecipient({ ...now, customer: null }, address) }))
                }
                onWrong={(isWrong) =>
                  setWrong((before) => {
                    const after = new Set(before);
                    after[isWrong ? 'add' : 'delete'](field);
                    return after;
                  })
                }
              />
            </Recipients>
          ))}
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
          <RichTextEditor
            label={messages.body}
            height={EDITOR_HEIGHT}
            handle={compose.editor}
            {...(compose.initial && { initial: compose.initial })}
            onRefused={(reason) => toast('error', reason)}
          />
          <Attach
            files={draft.files}
            onBusy={setBusy}
            beside={
              <Button size="small" onClick={() => setSigning(true)}>
                <Signature size={14} aria-hidden />
                {signatureMessages.title}
              </Button>
            }
            onAdd={({ url, content_type, file_name }) =>
              change((now) => ({ ...now, files: [...now.files, { url, content_type, file_name }] }))
            }
            onRemove={(file) => change((now) => ({ ...now, files: now.files.filter(({ url }) => url !== file.url) }))}
          />
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
        </Fields>
        {sending.kind === 'failed' && <Problem role="alert">{sending.reason}</Problem>}
        {isUnknown && !isSending && <Hint>{messages.notKnown}</Hint>}
      </Dialog>
      {isSigning && (
        <SignatureDialog
          accounts={accounts}
          from={draft.from}
          signatures={signatures}
          onClose={() => setSigning(false)}
        />
      )}
      {emptyMail.question}
      {isAsking && <AskDiscard onKeep={() => setAsking(false)} onDiscard={compose.discard} />}
    </>
  );
}

function AskDiscard({ onKeep, onDiscard }: { onKeep(): void; onDiscard(): void }) {
  return (
    <Dialog
      title={messages.discardAsk}
      onClose={onKeep}
      actions={
        <>
          <Button data-first-focus onClick={onKeep}>
            {messages.keep}
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            {messages.discard}
          </Button>
        </>
      }
    >
      {messages.discardNote}
    </Dialog>
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
