import { formatMessageTime, type PostComment } from '@inbox/domain';
import { Button, Chip, color, styled } from '@inbox/ui';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messages } from '../../messages';
import { AttachmentView } from '../attachments/attachments';
import { DeletedBody } from '../bubbles/bubble';
import { EarlierTexts } from '../bubbles/channel/earlier-texts';
import { MessageText } from '../../ui/message-text';
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

  /* The words stand under those of the comment. */
  & > button:first-child {
    margin-inline-start: -8px;
  }
`;

const Body = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 4px;
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
      {comment.deleted ? <DeletedBody /> : <CommentBody comment={comment} />}
      {comment.error !== null && <Failed text={comment.error} />}
      {state === 'not_sent' && <Failed text={messages.delivery.not_sent} />}
      {actions !== null && state === 'not_sent' && comment.temp_id !== null && (
        <RetryTool again={() => actions.again(comment, index)} />
      )}
      {mayAct && <CommentTools comment={comment} index={index} actions={actions} />}
      {comment.children.map((child, place) => (
        <CommentView key={child.temp_id ?? child.id} comment={child} index={place} actions={actions} />
      ))}
    </Comment>
  );
}

/** The files and words of a comment, and its earlier versions. */
function CommentBody({ comment: { comment, attachments, edits } }: Pick<CommentViewProps, 'comment'>) {
  return (
    <Body>
      {attachments.map((attachment) => (
        <AttachmentView key={attachment.id} attachment={attachment} />
      ))}
      {comment !== '' && <MessageText text={comment} />}
      {edits.length > 0 && <EarlierTexts edits={edits} />}
    </Body>
  );
}

const Failed = ({ text }: { text: string }) => (
  <Trouble>
    <TriangleAlert size={14} aria-hidden />
    <span dir="auto">{text}</span>
  </Trouble>
);

/** Sends once more what did not go out. */
function RetryTool({ again }: { again: () => Promise<unknown> }) {
  const { busy, failed, act } = useAct();
  return (
    <>
      <Tools>
        <Button size="small" variant="quiet" disabled={busy} onClick={() => void act(again)}>
          {messages.retry}
        </Button>
      </Tools>
      {failed}
    </>
  );
}

/** One thing at a time, and in words why it failed. */
function useAct() {
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState<string | null>(null);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setWhy(null);
    try {
      await work();
    } catch (error) {
      setWhy(error instanceof Error ? error.message : messages.comment.failed);
    } finally {
      setBusy(false);
    }
  };
  const failed = why !== null && (
    <div role="alert">
      <Failed text={why} />
    </div>
  );
  return { busy, failed, act };
}

function CommentTools({ comment, index, actions }: CommentViewProps & { actions: CommentActions }) {
  const hasDraft = useHasCommentDraft(comment);
  const [open, setOpen] = useState<'reply' | 'delete' | null>(hasDraft ? 'reply' : null);
  useEffect(() => {
    if (hasDraft) setOpen('reply');
  }, [hasDraft]);
  const { busy, failed, act } = useAct();
  const close = () => setOpen(null);
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
            {tool(messages.comment.delete, () => void act(() => actions.remove(comment, index).then(close)), 'danger')}
            {tool(messages.comment.cancel, close)}
          </>
        ) : (
          <>
            {open === null && tool(messages.comment.reply, () => setOpen('reply'))}
            {!comment.is_own &&
              !comment.hidden &&
              tool(messages.comment.hide, () => void act(() => actions.hide(comment, index).then(close)))}
            {tool(messages.comment.delete, () => setOpen('delete'))}
          </>
        )}
      </Tools>
      {failed}
      {open === 'reply' && <CommentComposer to={comment} index={index} reply={actions.reply} onClose={close} />}
    </>
  );
}
