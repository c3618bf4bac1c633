import { formatMessageTime, type PostComment } from '@inbox/domain';
import { Button, Chip, color, styled } from '@inbox/ui';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { messages } from '../../messages';
import { DeletedBody } from '../bubbles/bubble';
import { MessageText } from '../bubbles/message-text';
import { CommentComposer } from './comment-composer';
import type { CommentActions } from './use-comment-actions';
import { useHasCommentDraft } from './use-comment-draft';

const Comment = styled.article`
  padding: 8px 12px;

  & & {
    padding: 8px 0 0 12px;
    margin-block-start: 8px;
    border-inline-start: 2px solid ${color.line};
  }
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  font-size: 12px;
  line-height: 16px;
  color: ${color.text3};

  & > strong {
    color: ${color.text};
    overflow-wrap: anywhere;
  }
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px;
  margin-block-start: 4px;
  font-size: 12px;
  line-height: 16px;
`;

const Trouble = styled.p`
  display: flex;
  align-items: center;
  gap: 6px;
  font-size: 12px;
  line-height: 16px;
  color: ${color.bad};
`;

interface CommentViewProps {
  comment: PostComment;
  index: number;
  /** Null: this agent may not act on the ticket. */
  actions: CommentActions | null;
}

/** One comment with the answers below it. */
export function CommentView({ comment, index, actions }: CommentViewProps) {
  const at = new Date(comment.comment_dt_time);
  const name = comment.username || messages.merchant;
  const state = comment.is_own ? comment.send_status : 'sent';
  const mayAct = actions !== null && !comment.deleted && comment.comment_id !== null;
  return (
    <Comment
      data-message-id={comment.id}
      data-status={state}
      data-own={comment.is_own || undefined}
      aria-label={`${name}, ${formatMessageTime(at)}`}
    >
      <Head>
        <strong dir="auto">{name}</strong>
        <time dateTime={comment.comment_dt_time}>{formatMessageTime(at)}</time>
        {comment.is_own && state !== 'not_sent' && <span>{messages.delivery[state]}</span>}
        {comment.hidden && <Chip>{messages.comment.hidden}</Chip>}
      </Head>
      {comment.deleted ? <DeletedBody /> : <MessageText text={comment.comment} />}
      {comment.error !== null && <Failed text={comment.error} />}
      {state === 'not_sent' && <Failed text={messages.delivery.not_sent} />}
      {mayAct && <CommentTools comment={comment} index={index} actions={actions} />}
      {comment.children.map((child, place) => (
        <CommentView key={child.temp_id ?? child.id} comment={child} index={place} actions={actions} />
      ))}
    </Comment>
  );
}

const Failed = ({ text }: { text: string }) => (
  <Trouble>
    <TriangleAlert size={14} aria-hidden />
    <span dir="auto">{text}</span>
  </Trouble>
);

function CommentTools({ comment, index, actions }: CommentViewProps & { actions: CommentActions }) {
  const hasDraft = useHasCommentDraft(comment.id);
  const [open, setOpen] = useState<'reply' | 'delete' | null>(hasDraft ? 'reply' : null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailed(null);
    try {
      await work();
      setOpen(null);
    } catch (error) {
      setFailed(error instanceof Error ? error.message : messages.comment.failed);
    } finally {
      setBusy(false);
    }
  };
  const tool = (label: string, onClick: () => void, variant: 'quiet' | 'danger' = 'quiet') => (
    <Button size="small" variant={variant} disabled={busy} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <>
      <Tools>
        {open === 'delete' ? (
          <>
            <span>{messages.comment.confirmDelete}</span>
            {tool(messages.comment.delete, () => void act(() => actions.remove(comment, index)), 'danger')}
            {tool(messages.comment.cancel, () => setOpen(null))}
          </>
        ) : (
          <>
            {open === null && tool(messages.comment.reply, () => setOpen('reply'))}
            {!comment.is_own &&
              !comment.hidden &&
              tool(messages.comment.hide, () => void act(() => actions.hide(comment, index)))}
            {tool(messages.comment.delete, () => setOpen('delete'))}
          </>
        )}
      </Tools>
      {failed !== null && (
        <div role="alert">
          <Failed text={failed} />
        </div>
      )}
      {open === 'reply' && (
        <CommentComposer to={comment} index={index} reply={actions.reply} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
