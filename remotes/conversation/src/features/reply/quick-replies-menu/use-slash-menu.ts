import type { QuickReply, Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useCombobox, type Combobox } from '@inbox/ui/combobox';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { messages } from '../../../messages';
import { useAgentSession } from '../../../parts/agent-session-context';
import { matchingReplies, slashQuery } from './slash';

export interface SlashMenu {
  /** Empty while it is closed. */
  options: readonly QuickReply[];
  /** The list of them, for the reply box, which keeps the focus. */
  combobox: Combobox;
  /** True when the key was meant for the menu. */
  onKeyDown(event: KeyboardEvent): boolean;
}

/** The quick replies offered while the reply is a slash and a word. */
export function useSlashMenu(ticket: Pick<Ticket, 'id' | 'conversation_id'>, text: string): SlashMenu {
  const { toast } = usePanel();
  const { drafts, quickReplies, fill } = useAgentSession();
  const [replies, setReplies] = useState<readonly QuickReply[]>([]);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const query = slashQuery(text);
  const isAsked = query !== null;

  useEffect(() => {
    if (!isAsked) return;
    let current = true;
    quickReplies().then(
      (loaded) => current && setReplies(loaded),
      () => current && toast('error', messages.loadFailed),
    );
    return () => {
      current = false;
    };
  }, [toast, isAsked, quickReplies]);

  const options = query === null || query === dismissed ? [] : matchingReplies(replies, query);

  const choose = ({ shortcut, message }: QuickReply) => {
    // The shortcut gives way at once; the text goes into this ticket's draft when its values are there.
    drafts.write(ticket.id, { text: '', caret: 0 });
    fill(ticket.conversation_id, message).then(
      (filled) => drafts.insert(ticket.id, filled),
      () => {
        drafts.insert(ticket.id, shortcut);
        toast('error', messages.quickReplyFailed);
      },
    );
  };

  const combobox = useCombobox({
    options,
    isOpen: options.length > 0,
    query: query ?? '',
    onChoose: choose,
    onClose: () => setDismissed(query),
  });
  return {
    options,
    combobox,
    // Shift with Enter is a new line, as ever.
    onKeyDown: (event) => !(event.key === 'Enter' && event.shiftKey) && combobox.onKeyDown(event),
  };
}
