import type { QuickReply, Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { messages } from '../../../messages';
import { useAgentSession } from '../../../parts/agent-session-context';
import { matchingReplies, slashQuery } from './slash';

export interface SlashMenu {
  /** Empty while it is closed. */
  options: readonly QuickReply[];
  /** Which of them Enter chooses. */
  active: number;
  choose(reply: QuickReply): void;
  /** True when the key was meant for the menu. */
  onKeyDown(event: KeyboardEvent): boolean;
}

/** The quick replies offered while the reply is a slash and a word. */
export function useSlashMenu(ticket: Pick<Ticket, 'id' | 'conversation_id'>, text: string): SlashMenu {
  const { toast } = usePanel();
  const { drafts, quickReplies, fill } = useAgentSession();
  const [replies, setReplies] = useState<readonly QuickReply[]>([]);
  const [moved, setMoved] = useState({ query: '', active: 0 });
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
  const active = moved.query === query ? Math.min(moved.active, options.length - 1) : 0;

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

  return {
    options,
    active,
    choose,
    onKeyDown(event) {
      const chosen = options[active];
      if (chosen === undefined || query === null) return false;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        setMoved({ query, active: (active + step + options.length) % options.length });
      } else if (event.key === 'Enter' && !event.shiftKey) choose(chosen);
      else if (event.key === 'Escape') setDismissed(query);
      else return false;
      return true;
    },
  };
}
