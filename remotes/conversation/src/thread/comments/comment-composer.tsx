import type { PostComment } from '@inbox/domain';
import { Button, color, isComposing, styled } from '@inbox/ui';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { messages } from '../../messages';
import { useAgentWorkspace } from '../../workspace/agent-workspace-context';
import type { CommentActions } from './use-comment-actions';
import { useCommentDraft } from './use-comment-draft';

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: 8px;
  padding-block-start: 8px;

  & textarea {
    min-block-size: 50px;
    max-block-size: 85px;
    padding: 8px 10px;
    border: 1px solid ${color.lineStrong};
    border-radius: 8px;
    background: ${color.surface2};
    color: ${color.text};
    resize: vertical;
    /* With the focus its own buttons come into view, clear of the one that goes to the newest. */
    scroll-margin-block-end: 112px;
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  & label {
    display: flex;
    align-items: center;
    gap: 6px;
    flex: 1;
    min-inline-size: 160px;
    font-size: 12px;
    line-height: 16px;
  }
  & p {
    color: ${color.bad};
  }
`;

interface CommentComposerProps {
  to: PostComment;
  index: number;
  reply: CommentActions['reply'];
  onClose(): void;
}

/** An answer to one comment, written below it. A send that fails keeps its `temp_id`: tried again it makes no second answer. */
export function CommentComposer({ to, index, reply, onClose }: CommentComposerProps) {
  const { commentDrafts } = useAgentWorkspace();
  const draft = useCommentDraft(to.id);
  const { text = '', hide_comment = false, state = 'writing' } = draft ?? {};
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);

  // Sent, here or by the page that was open before: there is nothing more to write.
  const close = useEffectEvent(onClose);
  const isBegun = draft !== null;
  const wasBegun = useRef(isBegun);
  useEffect(() => {
    if (wasBegun.current && !isBegun) close();
    wasBegun.current = isBegun;
  }, [isBegun]);

  const isEmpty = text.trim() === '';
  const send = () =>
    void commentDrafts.send(to.id, (answer) =>
      reply(to, index, { text: answer.text, hide: answer.hide_comment, temp_id: answer.temp_id }),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.shiftKey) send();
    else return;
    event.preventDefault();
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={input}
        dir="auto"
        rows={2}
        maxLength={65_536}
        value={text}
        readOnly={state === 'sending'}
        aria-label={messages.comment.replyTo(to.username)}
        placeholder={messages.comment.replyTo(to.username)}
        onChange={(event) => commentDrafts.change(to.id, { text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      {typeof state === 'object' && <p role="alert">{state.failed}</p>}
      <div>
        <label>
          <input
            type="checkbox"
            checked={hide_comment}
            onChange={(event) => commentDrafts.change(to.id, { hide_comment: event.currentTarget.checked })}
          />
          {messages.comment.hideToo}
        </label>
        <Button size="small" variant="quiet" onClick={onClose}>
          {messages.comment.cancel}
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={isEmpty || state === 'sending'}>
          {state === 'sending' ? messages.comment.sending : messages.send}
        </Button>
      </div>
    </Form>
  );
}
