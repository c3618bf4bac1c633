import type { ContentId, PostComment } from '@inbox/domain';
import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useIsLoaded, useAgentWorkspace } from '../../workspace/agent-workspace-context';
import type { CommentAnswer } from '../../drafts/comment-drafts';

/** The answer that is being written to one comment; null when none was begun. */
export function useCommentDraft(id: ContentId): CommentAnswer | null {
  const { commentDrafts } = useAgentWorkspace();
  return useSyncExternalStore(
    commentDrafts.subscribe,
    useCallback(() => commentDrafts.get(id), [commentDrafts, id]),
  );
}

/** Was an answer to the comment begun before it showed? Known when what this browser stores is loaded. */
export function useHasCommentDraft(comment: PostComment): boolean {
  const { commentDrafts } = useAgentWorkspace();
  const isLoaded = useIsLoaded();
  const { id } = comment;
  const find = () => isLoaded && (commentDrafts.get(id)?.text ?? '') !== '';
  const [has, setHas] = useState(find);
  const look = useEffectEvent(() => setHas(find()));
  useEffect(() => look(), [isLoaded, id]);
  useEffect(() => {
    if (isLoaded) commentDrafts.confirm(comment);
  }, [commentDrafts, comment, isLoaded]);
  return has;
}
