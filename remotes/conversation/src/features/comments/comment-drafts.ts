import type { CommentDraft, ContentId, PostComment, TempId } from '@inbox/domain';

/** The answer that is being written to one comment, and how its send goes. */
export interface CommentAnswer extends CommentDraft {
  readonly state: 'writing' | 'sending' | { readonly failed: string };
}

/** Where answers survive a reload; null is none. */
export interface CommentDraftStore {
  load(comment: ContentId): CommentDraft | null;
  save(comment: ContentId, draft: CommentDraft | null): void;
}

/**
 * Answers to comments that are not sent yet, per comment. A send goes on whichever ticket is open, and whoever opens the
 * comment again meanwhile finds it being sent.
 */
export interface CommentDrafts {
  /** Null when none was begun. */
  get(comment: ContentId): CommentAnswer | null;
  change(comment: ContentId, changes: Partial<Pick<CommentDraft, 'text' | 'hide_comment'>>): void;
  /** Sends what is written, once however often it is asked; a send that fails keeps its `temp_id`. */
  send(comment: ContentId, work: (draft: CommentDraft) => Promise<void>): Promise<void>;
  /** Forgets an answer that stands below its comment: it has arrived, and nobody heard. */
  confirm(comment: PostComment): void;
  subscribe(listener: () => void): () => void;
}

export function createCommentDrafts(store: CommentDraftStore, newTempId: () => TempId, failed: string): CommentDrafts {
  const known = new Map<ContentId, CommentAnswer | null>();
  const listeners = new Set<() => void>();

  function get(comment: ContentId): CommentAnswer | null {
    const answer = known.get(comment);
    if (answer !== undefined) return answer;
    const kept = store.load(comment);
    const loaded = kept && { ...kept, state: 'writing' as const };
    known.set(comment, loaded);
    return loaded;
  }

  function set(comment: ContentId, answer: CommentAnswer | null): void {
    known.set(comment, answer);
    for (const listener of [...listeners]) listener();
  }

  function clear(comment: ContentId): void {
    store.save(comment, null);
    set(comment, null);
  }

  return {
    get,
    change(comment, changes) {
      const before = get(comment) ?? { text: '', hide_comment: false, temp_id: newTempId(), state: 'writing' as const };
      const answer = { ...before, ...changes };
      const { text, hide_comment, temp_id } = answer;
      store.save(comment, { text, hide_comment, temp_id });
      set(comment, answer);
    },
    async send(comment, work) {
      const answer = get(comment);
      if (answer === null || answer.text.trim() === '' || answer.state === 'sending') return;
      set(comment, { ...answer, state: 'sending' });
      try {
        await work(answer);
        clear(comment);
      } catch (error) {
        set(comment, { ...answer, state: { failed: error instanceof Error ? error.message : failed } });
      }
    },
    confirm(comment) {
      const answer = get(comment.id);
      if (answer && comment.children.some(({ temp_id }) => temp_id === answer.temp_id)) clear(comment.id);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
