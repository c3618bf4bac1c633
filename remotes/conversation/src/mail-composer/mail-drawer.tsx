import type { ContentId, EmailMessage, MailKind, Ticket } from '@inbox/domain';
import { allRecipients, isUnwritten } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { SignatureDialog, useMailSignatures } from '@inbox/panel/mail-signature';
import { IconButton, isComposing, VisuallyHidden } from '@inbox/ui';
import { useEmptyMailQuestion } from '@inbox/ui/empty-mail';
import { hasCommand } from '@inbox/ui/keys';
import { fromHtml, plainText, RichTextEditor, type RichTextHandle } from '@inbox/ui/rich-text';
import { ChevronDown } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { messages as panelMessages } from '../messages';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import { useConversationAction } from '../actions/use-actions';
import { recipientMessages } from '../recipient-messages';
import { isEmptyDraft } from '../drafts/drafts';
import { newOutgoingMail } from '../outbox/new-outgoing';
import { AttachmentTray } from '../uploads/view/attachment-tray';
import { DropZone } from '../uploads/view/drop-zone';
import { RejectedPanel } from '../uploads/view/rejected-panel';
import { useAttach } from '../uploads/view/use-attach';
import OtherDrafts from '../composer/other-drafts';
import { Unstored } from '../composer/unstored';
import { AskDiscard } from './ask-discard';
import { DrawerFields } from './drawer-fields';
import { DrawerFoot } from './drawer-foot';
import { Drawer, Head, Inside } from './drawer-style';
import { useSendLater } from './later/use-send-later';
import { messages } from './messages';
import { OriginalFiles } from './original-files';
import { Quoted } from './quoted';
import { useMailFields } from './use-mail-fields';
import { useMailText } from './use-mail-text';
import { useSendMail } from './use-send-mail';
import { useSignature } from './use-signature';

/** CSS pixels (spec section 9). */
const EDITOR_HEIGHT = 400;
const wordsOf = (html: string): string => plainText(fromHtml(html));

export interface MailDrawerProps {
  ticket: Ticket;
  kind: MailKind;
  clockOffset: number;
  /** The newest item of the thread. */
  seen: ContentId | null;
  /** The mail that is answered or handed on; null for none, undefined while it is loading. */
  mail: EmailMessage | null | undefined;
  /** Draws what is quoted. */
  quote(mail: EmailMessage): ReactNode;
  onClose(): void;
}

/**
 * Where a mail is written that answers another one, or hands it on (spec sections 2, 5 and 9). It is a second face of the
 * reply box: its draft, files and send are those of this ticket and kind, and nothing of it outlives a switch of tickets.
 */
export default function MailDrawer({ ticket, kind, clockOffset, seen, mail, quote, onClose }: MailDrawerProps) {
  const { toast } = usePanel();
  const { profile, mails, mailEditors, sender } = useAgentWorkspace();
  const { drafts, uploads } = mails[kind];
  const draft = useSyncExternalStore(
    drafts.subscribe,
    useCallback(() => drafts.get(ticket.id), [drafts, ticket.id]),
  );
  const onTheirWay = useSyncExternalStore(
    uploads.subscribe,
    useCallback(() => uploads.of(ticket.id), [uploads, ticket.id]),
  );
  const isLeaving = useSyncExternalStore(sender.subscribe, () =>
    sender.outbox().some((sent) => sent.ticket_id === ticket.id && !sent.refused && sent.attachments.length > 0),
  );
  const editor = useRef<RichTextHandle>(null);
  const text = useMailText(drafts, ticket.id, draft.text, editor);
  const drawer = useRef<HTMLElement>(null);
  const hint = useId();
  const [isAsking, setAsking] = useState(false);
  const [isAddressWrong, setAddressWrong] = useState(false);
  const [isSigning, setSigning] = useState(false);
  const emptyMail = useEmptyMailQuestion();
  const { attach, attachAsDocument, rejected, dismiss } = useAttach(ticket, mails[kind]);

  const accounts = profile.email_accounts;
  const fields = useMailFields({ ticket, kind, mail, drafts, draft, accounts });
  const { parts, change, recipients, from, subject, forwarded } = fields;
  const signatures = useMailSignatures(accounts);
  useSignature(drafts, ticket.id, text, signatures.of(from));
  const isUploading = onTheirWay.length > 0;
  const focusTo = () =>
    drawer.current?.querySelector<HTMLElement>('[data-recipients] input, [data-recipients] button')?.focus();

  const make = () => {
    text.flush();
    const ready = drafts.get(ticket.id);
    if (recipients.to.length === 0) {
      toast('error', recipientMessages.nobody);
      focusTo();
      return null;
    }
    if (mail === undefined || isUploading || isAddressWrong) return null;
    if (kind !== 'forward' && isEmptyDraft(ready)) {
      toast('error', panelMessages.empty);
      editor.current?.focus();
      return null;
    }
    const forwardedIds = forwarded.map(({ id }) => id);
    return newOutgoingMail(
      ticket,
      {
        kind,
        draft: { ...ready, mail: parts },
        text: wordsOf(ready.text),
        recipients,
        from,
        subject,
        forwarded: forwardedIds,
      },
      Date.now() + clockOffset,
      seen,
    );
  };
  const { isPlanning, plan, asAttempted } = useSendLater(ticket.id, make, clockOffset, onClose);
  const { isSending, problem, send, sendUnstored } = useSendMail(() => {
    const outgoing = make();
    return outgoing && asAttempted(outgoing);
  }, onClose);

  /** Refuses a mail that cannot be sent, and asks about a missing subject or text. */
  const leave = (how: () => Promise<void>) => {
    if (isSending || isPlanning || make() === null) return;
    const { text: html, mail: left } = drafts.get(ticket.id);
    // The original is the text of what is handed on.
    const isTextless = kind !== 'forward' && isUnwritten(html, left?.signature);
    emptyMail.ask({ subject: subject.trim() === '', text: isTextless }, () => void how());
  };

  useConversationAction('reply', () => editor.current?.focus());
  useEffect(() => mailEditors.add(ticket.id, (inserted) => editor.current?.insert(inserted)), [mailEditors, ticket.id]);
  useEffect(() => {
    if (kind !== 'forward') return editor.current?.focus();
    drawer.current?.querySelector<HTMLElement>('[data-recipients] input, [data-recipients] button')?.focus();
  }, [kind]);

  const hasWritten = !isEmptyDraft(draft) || onTheirWay.length > 0;
  const close = () => {
    text.flush();
    // What nobody has changed is no draft.
    const now = drafts.get(ticket.id);
    const { recipients: changed, mail: left } = now;
    const isUntouched = changed === undefined && left?.subject === undefined && left?.from === undefined;
    if (isEmptyDraft(now) && isUntouched && left?.left_out.length === 0 && !left.no_quote && !isUploading)
      drafts.clear(ticket.id);
    onClose();
  };
  const discard = () => {
    text.flush();
    for (const { key } of uploads.of(ticket.id)) uploads.cancel(key);
    drafts.clear(ticket.id);
    onClose();
  };
  /** A dialog is open, whose keys come here too. */
  const isOver = isAsking || isSigning || emptyMail.isAsking;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.defaultPrevented || isOver) return;
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  /** Before the editor, for which it would be a new line. */
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (isComposing(event) || isOver) return;
    if (event.key !== 'Enter' || !hasCommand(event)) return;
    event.preventDefault();
    event.stopPropagation();
    leave(send);
  };
  const mayNotSend = isSending || isPlanning || isUploading || isAddressWrong || mail === undefined;
  const title = messages.title[kind];

  return (
    <Drawer
      ref={drawer}
      role="dialog"
      data-mail-drawer
      aria-label={messages.label(title, ticket.full_name)}
      aria-describedby={hint}
      onKeyDown={onKeyDown}
      onKeyDownCapture={onKeyDownCapture}
    >
      <DropZone to={ticket.full_name} onFiles={attach} />
      <Head>
        <div>
          <h3>{title}</h3>
          {/* In view while the fields are scrolled away: never the wrong recipient. */}
          <p dir="auto">{allRecipients(recipients).join(', ')}</p>
        </div>
        <IconButton size="small" label={messages.close} onClick={close}>
          <ChevronDown size={18} aria-hidden />
        </IconButton>
      </Head>
      <VisuallyHidden id={hint}>{messages.sendHint}</VisuallyHidden>
      <Inside>
        {draft.others.length > 0 && (
          <OtherDrafts drafts={drafts} ticketId={ticket.id} others={draft.others} wordsOf={wordsOf} />
        )}
        {rejected.length > 0 && <RejectedPanel files={rejected} onAsDocument={attachAsDocument} onClose={dismiss} />}
        <DrawerFields
          fields={fields}
          accounts={accounts}
          lastMail={kind === 'forward' ? null : (mail ?? null)}
          onAddress={(changed) => drafts.address(ticket.id, changed)}
          onWrong={setAddressWrong}
        />
        <RichTextEditor
          label={messages.body}
          height={EDITOR_HEIGHT}
          handle={editor}
          initial={text.initial}
          onChange={text.onChange}
          onRefused={(reason) => toast('error', reason)}
        />
        <Quoted
          mail={mail}
          quote={quote}
          isOpen={kind === 'forward'}
          isRemoved={kind !== 'forward' && parts.no_quote === true}
          {...(kind !== 'forward' && { onRemove: (isRemoved) => change({ no_quote: isRemoved || undefined }) })}
        />
        <OriginalFiles files={forwarded} onRemove={({ id }) => change({ left_out: [...parts.left_out, id] })} />
      </Inside>
      {problem && <Unstored problem={problem} onSend={() => void sendUnstored()} />}
      <AttachmentTray
        files={draft.attachments}
        uploads={onTheirWay}
        onRemove={({ id }) => drafts.detach(ticket.id, id)}
        onCancel={uploads.cancel}
        onRetry={uploads.retry}
      />
      <DrawerFoot
        draft={draft}
        clockOffset={clockOffset}
        state={isUploading ? 'attaching' : isSending || isPlanning ? 'sending' : 'ready'}
        mayNotSend={mayNotSend}
        isLeaving={isLeaving}
        onEmoji={(emoji) => editor.current?.insert(emoji)}
        onFiles={attach}
        onSign={() => setSigning(true)}
        onDiscard={() => (hasWritten ? setAsking(true) : discard())}
        onLater={(at) => leave(() => plan(at))}
        onSend={() => leave(send)}
      />
      {isSigning && (
        <SignatureDialog accounts={accounts} from={from} signatures={signatures} onClose={() => setSigning(false)} />
      )}
      {emptyMail.question}
      {isAsking && <AskDiscard onKeep={() => setAsking(false)} onDiscard={discard} />}
    </Drawer>
  );
}
