import { mayReply, type ContentId, type Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Button, channelLabels, color, IconButton, styled, useNow, VisuallyHidden } from '@inbox/ui';
import { CornerDownLeft, Zap } from 'lucide-react';
import { useCallback, useId, useLayoutEffect, useRef, useSyncExternalStore, type KeyboardEvent } from 'react';
import { messages } from '../../messages';
import { actingAs, useWorkplace } from '../workplace/workplace';
import { newOutgoing } from './new-outgoing';
import type { Draft } from './drafts';

/** Pixels (spec section 9). */
const LOWEST = 50;
const HIGHEST = 85;
/** What the server takes. */
const LONGEST = 65_536;

const Region = styled.section`
  flex: none;
  padding: 10px 16px 12px;
  border-block-start: 1px solid ${color.line};
  background: ${color.surface};
`;

const Box = styled.div`
  border: 1px solid ${color.line};
  border-radius: 10px;
  background: ${color.surface2};

  &:focus-within {
    border-color: ${color.accent};
    box-shadow: 0 0 0 1px ${color.accent};
  }
  & textarea {
    display: block;
    inline-size: 100%;
    min-block-size: ${LOWEST}px;
    max-block-size: ${HIGHEST}px;
    padding: 10px 12px 6px;
    border: 0;
    resize: none;
    background: transparent;
    color: ${color.text};
  }
  & textarea:focus-visible {
    outline: none;
  }
  & textarea::placeholder {
    color: ${color.text3};
    opacity: 1;
  }
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 4px 8px 8px;

  & > small {
    flex: 1;
    text-align: end;
    font-size: 12px;
    color: ${color.text3};
  }
  & kbd {
    display: inline-flex;
    padding: 2px;
    border: 1px solid rgb(255 255 255 / 0.4);
    border-radius: 4px;
  }
`;

const Refused = styled.p`
  padding: 8px 12px !important;
  border-radius: 8px;
  background: ${color.surface2};
  color: ${color.text2};
  text-align: center;
`;

interface ReplyBoxProps {
  ticket: Ticket;
  clockOffset: number;
  /** The newest item of the thread. */
  seen: ContentId | null;
}

/**
 * The reply box of one ticket; its parent keys it by the ticket. It reads and writes that ticket's draft and hands a
 * finished reply, with all it needs, to the sender: nothing here waits.
 */
export function ReplyBox({ ticket, clockOffset, seen }: ReplyBoxProps) {
  const { profile } = useWorkplace();
  const verdict = mayReply(actingAs(profile), ticket, useNow(1_000) + clockOffset);
  return (
    <Region aria-label={messages.reply}>
      {verdict.allowed ? (
        <Composer ticket={ticket} clockOffset={clockOffset} seen={seen} />
      ) : (
        <Refused role="status">{messages.refusal[verdict.reason]}</Refused>
      )}
    </Region>
  );
}

function Composer({ ticket, clockOffset, seen }: ReplyBoxProps) {
  const { bus } = usePanel();
  const { drafts, sender } = useWorkplace();
  const draft = useSyncExternalStore(
    drafts.subscribe,
    useCallback(() => drafts.get(ticket.id), [drafts, ticket.id]),
  );
  const input = useRef<HTMLTextAreaElement>(null);
  const written = useRef<Draft>(draft);
  const hint = useId();

  // As high as its text, between the specification's limits.
  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${Math.min(HIGHEST, Math.max(LOWEST, element.scrollHeight))}px`;
  }, [draft.text]);

  // Text that came by the bus: the caret goes behind it, ready to write on.
  useLayoutEffect(() => {
    const element = input.current;
    if (!element || written.current === draft) return;
    written.current = draft;
    element.setSelectionRange(draft.caret, draft.caret);
    if (draft.text !== '') element.focus();
  }, [draft]);

  const write = ({ value, selectionStart }: Pick<HTMLTextAreaElement, 'value' | 'selectionStart'>) => {
    drafts.write(ticket.id, { text: value, caret: selectionStart });
    written.current = drafts.get(ticket.id);
  };
  // The caret alone: a selection is also told within the very keystroke that sent, when the element shows sent text.
  const moveCaret = ({ value, selectionStart }: HTMLTextAreaElement) => {
    const { text, caret } = drafts.get(ticket.id);
    if (value === text && selectionStart !== caret) write({ value, selectionStart });
  };
  const send = () => {
    if (draft.text.trim() === '') return;
    // Stored as a send first, and only then no longer a draft: a crash between the two shows it twice, never not at all.
    void sender.send(newOutgoing(ticket, draft, Date.now() + clockOffset, seen)).catch(() => undefined);
    drafts.clear(ticket.id);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // 229 is what some input methods report for the Enter that ends a composition.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || composing) return;
    event.preventDefault();
    send();
  };
  const name = ticket.full_name.trim().split(/\s+/)[0] || ticket.full_name;

  return (
    <Box>
      <textarea
        ref={input}
        rows={1}
        dir="auto"
        maxLength={LONGEST}
        value={draft.text}
        aria-label={messages.reply}
        aria-describedby={hint}
        placeholder={messages.placeholder(name, channelLabels[ticket.conversation_source])}
        onChange={(event) => write(event.currentTarget)}
        onSelect={(event) => moveCaret(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden id={hint}>{messages.sendHint}</VisuallyHidden>
      <Bar>
        <IconButton
          size="small"
          label={messages.quickReplies}
          onClick={() => void bus.send('panel.show', { panel: 'quick-replies', show: 'toggle' }).catch(() => undefined)}
        >
          <Zap size={18} aria-hidden />
        </IconButton>
        <small>{draft.text.trim() !== '' && messages.draftSaved}</small>
        <Button variant="primary" disabled={draft.text.trim() === ''} onClick={send}>
          {messages.send}
          <kbd aria-hidden>
            <CornerDownLeft size={12} />
          </kbd>
        </Button>
      </Bar>
    </Box>
  );
}
