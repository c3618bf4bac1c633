import { NOT_FOUND } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { signatureMessages } from '@inbox/panel/mail-signature';
import { useStore } from '@inbox/panel/store';
import { Button, IconButton } from '@inbox/ui';
import { Signature, Zap } from 'lucide-react';
import { EmojiButton } from '../composer/emoji/emoji-button';
import { ReplyState } from '../composer/reply-state';
import { isEmptyDraft, type Draft } from '../drafts/drafts';
import { messages as panelMessages } from '../messages';
import { AttachButton } from '../uploads/view/attach-button';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import { Foot } from './drawer-style';
import { LaterMenu } from './later/later-menu';
import { messages } from './messages';

interface DrawerFootProps {
  draft: Draft;
  clockOffset: number;
  /** State that the send button shows. */
  state: 'ready' | 'attaching' | 'sending';
  mayNotSend: boolean;
  /** An earlier reply with files is on its way. */
  isLeaving: boolean;
  onEmoji(emoji: string): void;
  onFiles(files: readonly File[]): void;
  onSign(): void;
  onDiscard(): void;
  onLater(at: number): void;
  onSend(): void;
}

const SEND_TEXT = {
  ready: messages.send,
  attaching: panelMessages.files.attaching,
  sending: messages.sending,
} as const;

/** Buttons that insert something, the state of the draft, and Discard, Send later and Send. */
export function DrawerFoot({ draft, clockOffset, state, mayNotSend, isLeaving, ...on }: DrawerFootProps) {
  const { bus } = usePanel();
  const { records } = useAgentWorkspace();
  const isUnstored = useStore(records.isFailing);
  return (
    <Foot>
      <EmojiButton onPick={on.onEmoji} />
      <AttachButton onFiles={on.onFiles} />
      <IconButton
        size="small"
        label={panelMessages.quickReplies}
        onClick={() => void bus.send('panel.show', { panel: 'quick-replies', show: 'toggle' }).catch(() => undefined)}
      >
        <Zap size={18} aria-hidden />
      </IconButton>
      <IconButton size="small" label={signatureMessages.title} onClick={on.onSign}>
        <Signature size={18} aria-hidden />
      </IconButton>
      <ReplyState
        source="email"
        text={draft.text.includes(NOT_FOUND) ? NOT_FOUND : ''}
        hasDraft={!isEmptyDraft(draft)}
        isSending={isLeaving}
        isUnstored={isUnstored}
      />
      <Button onClick={on.onDiscard}>{messages.discard}</Button>
      <LaterMenu disabled={mayNotSend} clockOffset={clockOffset} onChoose={on.onLater} />
      <Button variant="primary" disabled={mayNotSend} onClick={on.onSend}>
        {SEND_TEXT[state]}
      </Button>
    </Foot>
  );
}
