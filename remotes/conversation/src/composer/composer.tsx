import type { ContentId, EmailMessage, Ticket, UploadedFile } from '@inbox/domain';
import {
  currentRecipients,
  cutText,
  isDefaultRecipients,
  NOT_FOUND,
  overLimit,
  sentAs,
} from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { useStore } from '@inbox/panel/store';
import {
  Button,
  channelLabels,
  color,
  IconButton,
  lazyPart,
  LOW_WINDOW,
  styled,
  TOUCH,
  VisuallyHidden,
  isComposing,
} from '@inbox/ui';
import { pastedFiles } from '@inbox/ui/pasted-files';
import { CornerDownLeft, Mic, Zap } from 'lucide-react';
import { useCallback, useId, useState, useSyncExternalStore, type ClipboardEvent, type KeyboardEvent } from 'react';
import { messages } from '../messages';
import { useConversationAction } from '../actions/use-actions';
import { AttachButton } from '../uploads/view/attach-button';
import { AttachmentTray } from '../uploads/view/attachment-tray';
import { DropZone } from '../uploads/view/drop-zone';
import { RejectedPanel } from '../uploads/view/rejected-panel';
import { useAttach } from '../uploads/view/use-attach';
import { EmojiButton } from './emoji/emoji-button';
import { SlashMenu } from './slash-menu/slash-menu';
import { useSlashMenu } from './slash-menu/use-slash-menu';
import { MailMenu } from './mail-menu';
import { ReplyRecipients } from './reply-recipients';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import { NARROW_PANEL } from '../ui/panel-width';
import { isEmptyDraft } from '../drafts/drafts';
import { Highlighted } from './highlighted';
import { ReplyState } from './reply-state';
import { Unstored } from './unstored';
import { HIGHEST, LOWEST, useReplyInput } from './use-reply-input';
import { useSend } from './use-send';

const OtherDrafts = lazyPart(() => import(/* webpackChunkName: "later" */ './other-drafts'));
const VoicePanel = lazyPart(() => import('./voice/voice-panel'));

/** Characters of the customer's name in the placeholder, which must leave one line of the box. */
const LONGEST_NAME = 24;

/** What the server takes. */
const LONGEST = 65_536;

const Box = styled.div`
  position: relative;
  border: 1px solid ${color.line};
  border-radius: 10px;
  background: ${color.surface2};

  &:focus-within {
    border-color: ${color.accent};
    box-shadow: 0 0 0 1px ${color.accent};
  }
  & textarea {
    position: relative;
    display: block;
    inline-size: 100%;
    min-block-size: ${LOWEST}px;
    max-block-size: ${HIGHEST}px;
    field-sizing: content;
    padding: 10px 12px 6px;
    border: 0;
    resize: none;
    background: transparent;
    color: ${color.text};
    font: inherit;
  }
  & textarea:focus-visible {
    outline: none;
  }
  & textarea::placeholder {
    color: ${color.text3};
    opacity: 1;
  }
  /* In a low window it is one line until it is used: with the caret in it, or a menu of its buttons open. */
  ${LOW_WINDOW} {
    & textarea {
      min-block-size: 32px;
      padding-block: 5px;
    }
    &:not(:focus-within):not(:has([aria-expanded='true'])):not(:has([aria-pressed='true'])) textarea {
      block-size: 32px;
      overflow: hidden;
    }
    &:not(:focus-within):not(:has([aria-expanded='true'])):not(:has([aria-pressed='true'])) > [data-tools] {
      display: none;
    }
  }
`;

const Written = styled.div`
  position: relative;
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  padding: 4px 8px 8px;
  ${LOW_WINDOW} {
    padding-block: 0 2px;
  }

  & kbd {
    display: inline-flex;
    padding: 2px;
    border: 1px solid rgb(255 255 255 / 0.4);
    border-radius: 4px;
    /* Whoever points with a finger has no such key in view. */
    ${TOUCH} {
      display: none;
    }
  }
  ${NARROW_PANEL} {
    flex-wrap: wrap;
  }
`;

// Made once: the box is drawn with each key, and these are not drawn again.
const MIC = <Mic size={18} aria-hidden />;
const ZAP = <Zap size={18} aria-hidden />;
const ENTER = (
  <kbd aria-hidden>
    <CornerDownLeft size={12} />
  </kbd>
);

interface ComposerProps {
  ticket: Ticket;
  clockOffset: number;
  seen: ContentId | null;
  /** E-mail: the newest mail in the thread that is not the merchant's. */
  lastMail: EmailMessage | null;
  /** E-mail: the mail that is answered. */
  answered: EmailMessage | null;
}

/**
 * Where the reply to one ticket is written. It reads and writes that ticket's draft and hands a finished reply, with all
 * it needs, to the sender: nothing here waits.
 */
export function Composer({ ticket, clockOffset, seen, lastMail, answered }: ComposerProps) {
  const { bus } = usePanel();
  const { drafts, records, sender, uploads } = useAgentWorkspace();
  const isUnstored = useStore(records.isFailing);
  const draft = useSyncExternalStore(
    drafts.subscribe,
    useCallback(() => drafts.get(ticket.id), [drafts, ticket.id]),
  );
  const onTheirWay = useSyncExternalStore(
    uploads.subscribe,
    useCallback(() => uploads.of(ticket.id), [uploads, ticket.id]),
  );
  const isSending = useSyncExternalStore(sender.subscribe, () =>
    sender.outbox().some((sent) => sent.ticket_id === ticket.id && !sent.refused && sent.attachments.length > 0),
  );
  const { input, write, moveCaret } = useReplyInput(ticket.id, draft);
  const goOnWriting = () => input.current?.focus();
  useConversationAction('reply', goOnWriting);
  const { attach, attachAsDocument, rejected, dismiss } = useAttach(ticket, { drafts, uploads });
  const menu = useSlashMenu(ticket, draft.text);
  const [scrolled, setScrolled] = useState(0);
  const hint = useId();
  const source = ticket.conversation_source;
  const takesFiles = sentAs(source, { content_type: 'application/pdf' }) !== null;
  const takesVoice = sentAs(source, { content_type: 'audio/ogg' }) === 'audio';
  const [isRecording, setRecording] = useState(false);
  const isUploading = onTheirWay.some(({ state }) => state.kind === 'uploading');
  const recipients = source === 'email' ? currentRecipients(draft.recipients, ticket.customer_email ?? null) : null;
  const [isAddressWrong, setAddressWrong] = useState(false);
  const isAddressed = recipients === null || (recipients.to.length > 0 && !isAddressWrong);
  const isReady = isAddressed && !isEmptyDraft(draft) && onTheirWay.length === 0 && overLimit(source, draft.text) === 0;

  const { send, sendUnstored, problem } = useSend({
    ...{ ticket, clockOffset, seen, answered },
    draft: isReady ? draft : null,
  });
  const sendAndGoOn = () => {
    send();
    goOnWriting();
  };
  /** A button that goes away with what it closes would take the focus with it. */
  const andGoOn =
    <Args extends unknown[]>(close: (...args: Args) => void) =>
    (...args: Args) => {
      close(...args);
      goOnWriting();
    };
  const insertEmoji = useCallback((emoji: string) => drafts.insert(ticket.id, emoji), [drafts, ticket.id]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || menu.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    sendAndGoOn();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = takesFiles ? pastedFiles(event.clipboardData) : [];
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  };
  const name = cutText(ticket.full_name.trim().split(/\s+/)[0] || ticket.full_name, LONGEST_NAME);

  return (
    <>
      {takesFiles && <DropZone to={ticket.full_name} onFiles={attach} />}
      {rejected.length > 0 && (
        <RejectedPanel files={rejected} onAsDocument={andGoOn(attachAsDocument)} onClose={andGoOn(dismiss)} />
      )}
      {draft.others.length > 0 && <OtherDrafts drafts={drafts} ticketId={ticket.id} others={draft.others} />}
      <Box>
        {menu.combobox.isShown && <SlashMenu menu={menu} />}
        {isRecording && (
          <VoicePanel
            onClose={andGoOn(() => setRecording(false))}
            onRecorded={andGoOn((file: File) => {
              setRecording(false);
              attach([file], { isVoice: true });
            })}
          />
        )}
        {recipients !== null && (
          <ReplyRecipients
            recipients={recipients}
            lastMail={lastMail}
            onChange={(changed) =>
              drafts.address(ticket.id, isDefaultRecipients(changed, changed.customer) ? undefined : changed)
            }
            onWrong={setAddressWrong}
          />
        )}
        <Written>
          {draft.text.includes(NOT_FOUND) && <Highlighted text={draft.text} scrolled={scrolled} />}
          <textarea
            ref={input}
            rows={1}
            dir="auto"
            maxLength={LONGEST}
            value={draft.text}
            aria-label={messages.reply}
            aria-describedby={hint}
            {...menu.combobox.textareaProps}
            placeholder={
              source === 'comment' ? messages.comment.replyLatest : messages.placeholder(name, channelLabels[source])
            }
            onChange={(event) => write(event.currentTarget)}
            onSelect={(event) => moveCaret(event.currentTarget)}
            onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </Written>
        {problem && <Unstored problem={problem} onSend={() => void sendUnstored()} />}
        <VisuallyHidden id={hint}>{messages.sendHint}</VisuallyHidden>
        <AttachmentTray
          files={draft.attachments}
          uploads={onTheirWay}
          onRemove={andGoOn(({ id }: UploadedFile) => drafts.detach(ticket.id, id))}
          onCancel={andGoOn(uploads.cancel)}
          onRetry={uploads.retry}
        />
        <Bar data-tools="">
          <EmojiButton onPick={insertEmoji} />
          {takesFiles && <AttachButton onFiles={attach} />}
          {source === 'email' && <MailMenu ticketId={ticket.id} answered={answered} />}
          {takesVoice && (
            <IconButton
              size="small"
              label={messages.recordVoice}
              aria-pressed={isRecording}
              onClick={() => setRecording(!isRecording)}
            >
              {MIC}
            </IconButton>
          )}
          <IconButton
            size="small"
            label={messages.quickReplies}
            onClick={() =>
              void bus.send('panel.show', { panel: 'quick-replies', show: 'toggle' }).catch(() => undefined)
            }
          >
            {ZAP}
          </IconButton>
          <ReplyState
            source={source}
            text={draft.text}
            hasDraft={!isEmptyDraft(draft)}
            isSending={isSending}
            isUnstored={isUnstored}
          />
          <Button variant="primary" disabled={!isReady || problem?.kind === 'sending'} onClick={sendAndGoOn}>
            {isUploading ? messages.files.attaching : messages.send}
            {ENTER}
          </Button>
        </Bar>
      </Box>
    </>
  );
}
