import type { ConversationId } from '@inbox/domain';
import { Button, color, IconButton, isComposing, styled } from '@inbox/ui';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { messages } from '../../messages';
import { useFind, type Finding } from './use-find';

const Bar = styled.div`
  flex: none;
  display: flex;
  align-items: center;
  gap: 4px;
  padding: 6px 16px;
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};

  & > input {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 32px;
    padding: 0 10px;
    border: 1px solid ${color.lineStrong};
    border-radius: 8px;
    background: ${color.surface2};
    color: ${color.text};
  }
  & > span {
    padding-inline: 8px;
    font-size: 12px;
    line-height: 16px;
    color: ${color.text2};
    white-space: nowrap;
  }
`;

interface FindBarProps {
  conversationId: ConversationId;
  /** Told what is searched for, to be marked in the messages. */
  onTerm(term: string): void;
  onClose(): void;
}

/** Finds a text in the conversation: Enter goes to the next older place, Shift+Enter back, Escape ends. */
export default function FindBar({ conversationId, onTerm, onClose }: FindBarProps) {
  const find = useFind(conversationId);
  const input = useRef<HTMLInputElement>(null);
  const term = find.text.trim();
  useEffect(() => input.current?.focus(), []);
  useEffect(() => onTerm(term), [onTerm, term]);
  useEffect(() => () => onTerm(''), [onTerm]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onClose();
    else if (event.target !== input.current) return;
    else if (event.key === 'Enter' && find.state === 'failed') find.retry();
    else if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const few = find.found.length < 2;
  return (
    <Bar role="search" aria-label={messages.find.label} onKeyDown={onKeyDown}>
      <input
        ref={input}
        type="search"
        dir="auto"
        maxLength={200}
        value={find.text}
        placeholder={messages.find.label}
        aria-label={messages.find.label}
        onChange={(event) => find.setText(event.currentTarget.value)}
      />
      <span role="status">{resultOf(find)}</span>
      {find.state === 'failed' && (
        <Button size="small" onClick={find.retry}>
          {messages.retry}
        </Button>
      )}
      <IconButton label={messages.find.previous} disabled={few} onClick={() => find.step(1)}>
        <ChevronUp size={18} aria-hidden />
      </IconButton>
      <IconButton label={messages.find.next} disabled={few} onClick={() => find.step(-1)}>
        <ChevronDown size={18} aria-hidden />
      </IconButton>
      <IconButton label={messages.find.close} onClick={onClose}>
        <X size={18} aria-hidden />
      </IconButton>
    </Bar>
  );
}

function resultOf({ state, found, at, more }: Finding): string {
  if (state === 'failed') return messages.find.failed;
  if (state !== 'done') return '';
  return found.length === 0 ? messages.find.none : messages.find.place(at + 1, found.length, more);
}
