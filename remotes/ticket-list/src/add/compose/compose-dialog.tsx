import type { Agent, Profile } from '@inbox/domain';
import type { RecipientField as FieldName } from '@inbox/domain/conversation';
import { usePanel, useTopic } from '@inbox/panel';
import { useEmailGroups } from '@inbox/panel/email-groups';
import { SignatureDialog, signatureMessages, useMailSignatures } from '@inbox/panel/mail-signature';
import { Button, color, Dialog, styled, TOUCH } from '@inbox/ui';
import { useEmptyMailQuestion } from '@inbox/ui/empty-mail';
import { RichTextEditor } from '@inbox/ui/rich-text';
import { Signature } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Attach } from './attach';
import { FromField, RecipientFields, SubjectField, TicketFields } from './compose-fields';
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
  const shared = { draft, fields, change };
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
          <FromField accounts={accounts} {...shared} />
          <RecipientFields groups={groups} onWrong={setWrong} {...shared} />
          <SubjectField {...shared} />
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
          <TicketFields agents={agents} profile={profile} {...shared} />
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
