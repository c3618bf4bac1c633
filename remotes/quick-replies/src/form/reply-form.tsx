import type { QuickReply } from '@inbox/domain';
import { PLACEHOLDER_NAMES } from '@inbox/domain/conversation';
import { Button, color, Field, Menu, preloadMenu, Spinner, styled } from '@inbox/ui';
import { Braces } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '../messages';
import type { Notify } from '../notices/use-notices';
import { Preview } from './preview';
import { useFormDraft } from './use-form-draft';
import { useSave } from './use-save';

const Form = styled.form`
  flex: 1;
  display: flex;
  flex-direction: column;
  gap: 12px;
  min-block-size: 0;
  padding: 12px 16px 16px;
  overflow-y: auto;

  & textarea {
    min-block-size: 120px;
    resize: vertical;
  }
`;

const Note = styled.p`
  padding: 8px 10px;
  border-radius: 8px;
  background: ${color.warningSurface};
  color: ${color.warning};
  font-size: 12px;
`;

const Foot = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
`;

export interface ReplyFormProps {
  /** The one that is edited, as it was when the form opened; null for a new one. */
  reply: QuickReply | null;
  replies: readonly QuickReply[];
  notify: Notify;
  onSaved(reply: QuickReply): void;
}

const EMPTY = { shortcut: '', message: '' };

/** Adds a quick reply, or edits one. What is written outlives the form and the page. */
export function ReplyForm({ reply, replies, notify, onSaved }: ReplyFormProps) {
  const id = reply?.id ?? null;
  const { draft, isRestored, write, discard } = useFormDraft(id, reply ?? EMPTY);
  const { isSaving, wrong, changed, save } = useSave({
    id,
    replies,
    notify,
    onSaved(stored) {
      discard();
      onSaved(stored);
    },
  });
  const shortcut = useRef<HTMLInputElement>(null);
  const message = useRef<HTMLTextAreaElement>(null);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const isChanged = draft.shortcut !== (reply ?? EMPTY).shortcut || draft.message !== (reply ?? EMPTY).message;

  useEffect(() => shortcut.current?.focus(), []);

  const insert = (name: string) => {
    const field = message.current;
    const { selectionStart, selectionEnd } = field ?? { selectionStart: 0, selectionEnd: 0 };
    const text = `{{${name}}}`;
    const { message: before } = draft;
    changed('message');
    flushSync(() => write({ ...draft, message: before.slice(0, selectionStart) + text + before.slice(selectionEnd) }));
    const caret = selectionStart + text.length;
    field?.setSelectionRange(caret, caret);
    // The menu gives the focus back to its button when it has closed.
    setTimeout(() => field?.focus());
  };

  return (
    <Form
      noValidate
      aria-label={messages.form}
      aria-busy={isSaving}
      onSubmit={(event) => {
        event.preventDefault();
        const field = save(draft);
        if (field !== null) ({ shortcut, message })[field].current?.focus();
      }}
    >
      {isRestored && <Note role="status">{messages.restored}</Note>}
      <Elsewhere reply={reply} replies={replies} />
      <Field>
        {messages.shortcutField}
        <input
          ref={shortcut}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          placeholder={messages.shortcutPlaceholder}
          aria-invalid={wrong === 'shortcut'}
          value={draft.shortcut}
          onChange={({ target }) => {
            write({ ...draft, shortcut: target.value });
            changed('shortcut');
          }}
        />
      </Field>
      <Field>
        {messages.messageField}
        <textarea
          ref={message}
          dir="auto"
          rows={6}
          aria-invalid={wrong === 'message'}
          value={draft.message}
          onChange={({ target }) => {
            write({ ...draft, message: target.value });
            changed('message');
          }}
        />
      </Field>
      <div>
        <Button
          size="small"
          aria-haspopup="menu"
          aria-expanded={menu !== null}
          onPointerEnter={preloadMenu}
          onClick={(event) => setMenu(event.currentTarget)}
        >
          <Braces size={14} aria-hidden />
          {messages.placeholder}
        </Button>
        <Menu
          anchor={menu}
          label={messages.placeholder}
          items={PLACEHOLDER_NAMES.map((name) => ({
            key: name,
            label: messages.placeholders[name] ?? name,
            onSelect: () => insert(name),
          }))}
          onClose={() => setMenu(null)}
        />
      </div>
      <Preview message={draft.message} />
      <Foot>
        {isChanged && (
          <Button variant="quiet" disabled={isSaving} onClick={discard}>
            {messages.discard}
          </Button>
        )}
        <Button variant="primary" type="submit" aria-disabled={isSaving}>
          {isSaving && <Spinner aria-hidden />}
          {isSaving ? messages.saving : messages.save}
        </Button>
      </Foot>
    </Form>
  );
}

/** Says when the quick reply that is edited is not any more what it was when the form opened. */
function Elsewhere({ reply, replies }: Pick<ReplyFormProps, 'reply' | 'replies'>) {
  if (reply === null) return null;
  const now = replies.find(({ id }) => id === reply.id);
  if (now === undefined) return <Note role="status">{messages.deletedElsewhere}</Note>;
  const isSame = now.shortcut === reply.shortcut && now.message === reply.message;
  return isSame ? null : <Note role="status">{messages.changedElsewhere}</Note>;
}
