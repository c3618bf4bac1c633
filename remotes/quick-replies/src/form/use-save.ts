import type { QuickReply, QuickReplyId, QuickReplyText } from '@inbox/domain';
import { isShortcutTaken, quickReplyOf, quickReplyProblem } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { useRef, useState } from 'react';
import { messages } from '../messages';
import { failureWords } from '../notices/failure-words';
import type { Notify } from '../notices/use-notices';

export interface Save {
  isSaving: boolean;
  /** The field that the last attempt found wrong, until it is changed. */
  wrong: keyof QuickReplyText | null;
  /** The agent has changed this field. */
  changed(field: keyof QuickReplyText): void;
  /** Answers the field that is wrong; null when it went to the server. */
  save(written: QuickReplyText): keyof QuickReplyText | null;
}

export interface SaveDeps {
  /** The one that is edited; null for a new one. */
  id: QuickReplyId | null;
  replies: readonly QuickReply[];
  notify: Notify;
  onSaved(reply: QuickReply): void;
}

/** Saves what the form says, once at a time (spec sections 5 and 8). */
export function useSave({ id, replies, notify, onSaved }: SaveDeps): Save {
  const { api } = usePanel();
  const [isSaving, setSaving] = useState(false);
  const [wrong, setWrong] = useState<Save['wrong']>(null);
  const busy = useRef(false);

  const refuse = (field: keyof QuickReplyText, text: string) => {
    setWrong(field);
    notify('error', text);
    return field;
  };

  async function store(written: QuickReplyText): Promise<void> {
    busy.current = true;
    setSaving(true);
    try {
      const stored = await api.saveQuickReply({ body: { ...written, ...(id !== null && { id }) } });
      notify('success', id === null ? messages.added : messages.edited);
      onSaved(stored);
    } catch (error) {
      notify('error', failureWords(error));
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }

  return {
    isSaving,
    wrong,
    changed: (field) => setWrong((before) => (before === field ? null : before)),
    save(given) {
      if (busy.current) return null;
      const written = quickReplyOf(given);
      const problem = quickReplyProblem(written);
      if (problem !== null) return refuse(problem.field, messages.problem(problem));
      if (id === null && isShortcutTaken(replies, written.shortcut)) return refuse('shortcut', messages.exists);
      setWrong(null);
      void store(written);
      return null;
    },
  };
}
