import type { QuickReply, Ticket } from '@inbox/domain';
import { useEvent, usePanel } from '@inbox/panel';
import { useCombobox, type Combobox } from '@inbox/ui/combobox';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { messages } from '../../messages';
import { useAgentWorkspace } from '../../workspace/agent-workspace-context';
import { findQuickReplies } from '@inbox/domain/conversation';

/** What stands after a leading slash, and nothing else (spec section 5); null when the text is no shortcut. */
function slashQuery(text: string): string | null {
  return /^\/\S*$/.test(text) ? text : null;
}

const MOST = 50;

function matchingReplies(replies: readonly QuickReply[], query: string): readonly QuickReply[] {
  // A slash alone asks for all of them, whatever their shortcuts hold.
  return (query === '/' ? replies : findQuickReplies(replies, query)).slice(0, MOST);
}

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
  const { drafts, quickReplies, fill } = useAgentWorkspace();
  const [replies, setReplies] = useState<readonly QuickReply[]>([]);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const query = slashQuery(text);
  const isAsked = query !== null;

  /** Counts the changes by other agents, each of which loads them anew. */
  const [changes, setChanges] = useState(0);
  const onFailed = useEffectEvent(() => toast('error', messages.loadFailed));

  useEffect(() => {
    if (!isAsked) return;
    let current = true;
    quickReplies.load().then(
      (loaded) => current && setReplies(loaded),
      () => current && onFailed(),
    );
    return () => {
      current = false;
    };
  }, [changes, isAsked, quickReplies]);

  const reload = () => {
    quickReplies.clear();
    if (isAsked) setChanges((count) => count + 1);
  };
  useEvent('live.quick_replies.changed', reload);
  useEvent('live.resync', reload);

  const options = query === null || query === dismissed ? [] : matchingReplies(replies, query);

  const choose = ({ id, shortcut, message }: QuickReply) => {
    // The shortcut gives way at once; the text goes into this ticket's draft when its values are there.
    drafts.write(ticket.id, { text: '', caret: 0 });
    fill(ticket.conversation_id, message).then(
      (filled) => {
        drafts.insert(ticket.id, filled);
        quickReplies.used(id);
      },
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
