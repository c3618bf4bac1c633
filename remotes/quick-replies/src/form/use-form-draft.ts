import type { QuickReplyId, QuickReplyText } from '@inbox/domain';
import { usePanelStorage } from '@inbox/panel';
import { useState } from 'react';
import * as z from 'zod/mini';

/** The beginning of the keys under which the browser stores what is not saved. */
export const DRAFT = 'draft.';

const draftSchema = z.object({ shortcut: z.string(), message: z.string() });

export interface FormDraft {
  draft: QuickReplyText;
  /** It is what was left unsaved before, and not what is stored. */
  isRestored: boolean;
  write(draft: QuickReplyText): void;
  /** Forgets what was written; the form shows what is stored. */
  discard(): void;
}

/** What is written in the form of a new quick reply, or of the one that is edited, until it is saved or discarded. */
export function useFormDraft(id: QuickReplyId | null, stored: QuickReplyText): FormDraft {
  const storage = usePanelStorage();
  const key = `${DRAFT}${id ?? 'new'}`;
  const [{ draft, isRestored }, setState] = useState(() => {
    const unsaved = storage.read(key, draftSchema);
    return { draft: unsaved ?? stored, isRestored: unsaved !== null };
  });
  return {
    draft,
    isRestored,
    write(next) {
      setState({ draft: next, isRestored: false });
      if (next.shortcut === stored.shortcut && next.message === stored.message) storage.remove(key);
      else storage.write(key, next);
    },
    discard() {
      storage.remove(key);
      setState({ draft: stored, isRestored: false });
    },
  };
}
