import type { Ticket } from '@inbox/domain';
import { color, styled } from '@inbox/ui';
import { memo } from 'react';
import type { CommentThread } from '../state/comment-rows';
import { CommentView } from './comment-view';
import { PostDetails } from './post-details';
import { useCommentActions } from './use-comment-actions';

const Card = styled.div`
  inline-size: min(640px, 100%);
  border: 1px solid ${color.line};
  border-radius: 14px;
  background: ${color.surface};
`;

interface CommentThreadViewProps {
  thread: CommentThread;
  ticket: Pick<Ticket, 'conversation_id' | 'conversation_source'>;
  /** May this agent answer, hide and delete? */
  mayAct: boolean;
}

/** A comment under a post, with all answers to it; the post itself stands above the first. */
export const CommentThreadView = memo(function CommentThreadView({ thread, ticket, mayAct }: CommentThreadViewProps) {
  const { conversation_id, conversation_source } = ticket;
  const actions = useCommentActions({ conversation_id, conversation_source, post_id: thread.post.post_id });
  return (
    <Card>
      {thread.isFirst && <PostDetails post={thread.post} />}
      <CommentView comment={thread.root} index={thread.index} actions={mayAct ? actions : null} />
    </Card>
  );
});
