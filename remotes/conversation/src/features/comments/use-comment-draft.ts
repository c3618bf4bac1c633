import type { ContentId, PostComment } from '@inbox/domain';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useWorkplace } from '../workplace/workplace';
import type { CommentAnswer } from './comment-drafts';

/** The answer that is being written to one comment; null when none was begun. */
export function useCommentDraft(id: ContentId): CommentAnswer | null {
  const { commentDrafts } = useWorkplace();
  return useSyncExternalStore(
    commentDrafts.subscribe,
    useCallback(() => commentDrafts.get(id), [commentDrafts, id]),
  );
}

/** Was an answer to the comment begun before it showed? */
export function useHasCommentDraft(comment: PostComment): boolean {
  const { commentDrafts } = useWorkplace();
  const [has] = useState(() => (commentDrafts.get(comment.id)?.text ?? '') !== '');
  useEffect(() => commentDrafts.confirm(comment), [commentDrafts, comment]);
  return has;
}
