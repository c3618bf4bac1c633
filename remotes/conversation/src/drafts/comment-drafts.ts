import type { CommentDraft, ContentId, PostComment, TempId } from '@inbox/domain';
import { createListeners } from '@inbox/panel/store';

/** The answer that is being written to one comment, and how its send goes. */
export interface CommentAnswer extends CommentDraft {
  readonly state: 'writing' | 'sending' | { readonly failed: string };
}

/** Where answers survive a reload; null is none. */
export interface CommentDraftStore {
  load(comment: ContentId): CommentDraft | null;
  save(comment: ContentId, draft: CommentDraft | null): void;
  /** Calls back when some are loaded, or another tab has removed what it had left. */
  onChange(listener: () => void): () => void;
}

/**
 * Answers to comments that are not sent yet, per comment. A send goes on whichever ticket is open, and whoever opens the
 * comment again meanwhile finds it being sent.
 */
export interface CommentDrafts {
  /** Null when none was begun. */
  get(comment: ContentId): CommentAnswer | null;
  change(comment: ContentId, changes: Partial<Pick<CommentDraft, 'text' | 'hide_comment'>>): void;
  /**
   * Sends what is written, once however often it is asked; a send that fails keeps its `temp_id`.
   * @param work answers the words that stand at the server
   */
  send(comment: ContentId, work: (draft: CommentDraft) => Promise<string>): Promise<void>;
  /** Forgets an answer that stands below its comment: it has arrived, and nobody heard. */
  confirm(comment: PostComment): void;
  subscribe(listener: () => void): () => void;
  /** Shows what earlier pages have left, once it is loaded; returns how to stop. */
  start(): () => void;
}

export function createCommentDrafts(store: CommentDraftStore, newTempId: () => TempId, failed: string): CommentDrafts {
  const known = new Map<ContentId, CommentAnswer | null>();
  /** Comments whose answer was written in this tab. */
  const own = new Set<ContentId>();
  const { notify, subscribe } = createListeners();

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
    notify();
  }

  function keep(comment: ContentId, { state, ...draft }: CommentAnswer): void {
    store.save(comment, draft);
    set(comment, { ...draft, state });
  }

  /** These words have arrived. Others that were written after a try that seemed to fail are an answer of their own. */
  function arrived(comment: ContentId, answer: CommentAnswer, words: string): void {
    if (words.trim() !== answer.text.trim())
      return keep(comment, { ...answer, temp_id: newTempId(), state: 'writing' });
    own.delete(comment);
    store.save(comment, null);
    set(comment, null);
  }

  return {
    get,
    change(comment, changes) {
      own.add(comment);
      const begun = { text: '', hide_comment: false, temp_id: newTempId(), state: 'writing' as const };
      keep(comment, { ...(get(comment) ?? begun), ...changes });
    },
    async send(comment, work) {
      const answer = get(comment);
      if (answer === null || answer.text.trim() === '' || answer.state === 'sending') return;
      set(comment, { ...answer, state: 'sending' });
      // Meanwhile a live event may have shown it, and the next answer may be under way.
      const stillThis = () => {
        const now = get(comment);
        return now?.temp_id === answer.temp_id ? now : null;
      };
      try {
        const words = await work(answer);
        const now = stillThis();
        if (now) arrived(comment, now, words);
      } catch (error) {
        const now = stillThis();
        if (now) set(comment, { ...now, state: { failed: error instanceof Error ? error.message : failed } });
      }
    },
    confirm(comment) {
      const answer = get(comment.id);
      const child = answer && comment.children.find(({ temp_id }) => temp_id === answer.temp_id);
      if (child) arrived(comment.id, answer, child.comment);
    },
    subscribe,
    start: () =>
      store.onChange(() => {
        // An answer that this tab has written or is sending does not change.
        for (const [comment, answer] of [...known]) {
          if (!own.has(comment) && (answer === null || answer.state === 'writing')) known.delete(comment);
        }
        notify();
      }),
  };
}
