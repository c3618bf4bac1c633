import { commentDraftSchema, type CommentDraft, type ContentId } from '@inbox/domain';
import { usePanelStorage } from '@inbox/panel';
import { useState } from 'react';
import { newTempId } from '../reply/new-outgoing';

const keyOf = (id: ContentId) => `comment-draft.${id}`;
const fresh = (): CommentDraft => ({ text: '', hide_comment: false, temp_id: newTempId() });

/** The answer that is being written to one comment. It survives a reload, and so does the `temp_id` of its send. */
export function useCommentDraft(id: ContentId): {
  draft: CommentDraft;
  change(changes: Partial<Pick<CommentDraft, 'text' | 'hide_comment'>>): void;
  clear(): void;
} {
  const storage = usePanelStorage();
  const [draft, setDraft] = useState(() => storage.read(keyOf(id), commentDraftSchema) ?? fresh());
  return {
    draft,
    change(changes) {
      const changed = { ...draft, ...changes };
      setDraft(changed);
      storage.write(keyOf(id), changed);
    },
    clear() {
      storage.remove(keyOf(id));
      setDraft(fresh());
    },
  };
}

/** Was an answer to the comment begun? */
export function useHasCommentDraft(id: ContentId): boolean {
  const storage = usePanelStorage();
  const [has] = useState(() => (storage.read(keyOf(id), commentDraftSchema)?.text ?? '') !== '');
  return has;
}
