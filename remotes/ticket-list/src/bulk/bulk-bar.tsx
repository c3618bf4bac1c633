import {
  BULK_LIMIT,
  bulkAssignTargets,
  mayCloseMany,
  type Acting,
  type Agent,
  type BulkTarget,
  type TicketStatus,
} from '@inbox/domain';
import { mayMessageMany } from '@inbox/domain/conversation';
import { useExtensions, usePanel } from '@inbox/panel';
import { AgentPicker, Button, color, IconButton, Menu, styled, VisuallyHidden, type MenuItemOptions } from '@inbox/ui';
import { EllipsisVertical, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { messages } from '../messages';
import { bulkMessages } from './messages';
import { BulkReport } from './bulk-report';
import { focusRows } from './focus-rows';
import type { BulkAction } from './bulk-actions';
import type { Bulk } from './use-bulk';

/** As high as the header that it stands for: no row moves under the pointer that chose it. */
const Bar = styled.div`
  position: relative;
  flex: none;
  display: flex;
  align-items: center;
  gap: 8px;
  block-size: 52px;
  padding-inline: 12px;
  background: ${color.accentSurface};

  & > button,
  & > span {
    flex: none;
  }
`;

const Count = styled.div`
  flex: 1;
  min-inline-size: 0;
  line-height: 20px;
  white-space: nowrap;

  & > strong {
    display: block;
  }
  & > button {
    display: block;
    max-inline-size: 100%;
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: transparent;
    overflow: hidden;
    text-overflow: ellipsis;
    font-size: 12px;
    cursor: pointer;
  }
  && > button {
    color: ${color.accent};
  }
  & > button:hover {
    text-decoration: underline;
  }
  @media (pointer: coarse), (max-width: 480px) {
    & > button {
      min-block-size: 44px;
    }
  }
`;

/** What is chosen, as the bar must know it. */
export interface Chosen {
  target: BulkTarget;
  /** Null when only the server knows. */
  count: number | null;
  statuses: readonly TicketStatus[] | 'unknown';
  all: boolean;
}

interface BulkBarProps {
  /** Null: nothing is, and only what was done is told. */
  chosen: Chosen | null;
  acting: Acting;
  bulk: Bulk;
  /** Whom tickets can be handed to; nobody while they are not known. */
  agents: readonly Agent[];
  /** Rows that are loaded and may be chosen. */
  loaded: number;
  /** Tickets that match on the server; null when nobody has counted. */
  matching: number | null;
  /** A message is to be written for these. */
  onMessage(target: BulkTarget): void;
  onChooseLoaded(): void;
  onChooseAll(): void;
  onClear(): void;
}

/** In the place of the list's header while tickets are chosen, and until what became of them is dismissed. */
export default function BulkBar({ chosen, bulk, ...rest }: BulkBarProps) {
  if (bulk.run.kind !== 'idle') {
    return <BulkReport run={bulk.run} onAgain={bulk.again} onUndo={bulk.undo} onDismiss={bulk.dismiss} />;
  }
  return chosen && <Actions chosen={chosen} onAct={(action) => bulk.start(action, chosen.target)} {...rest} />;
}

interface ActionsProps extends Omit<BulkBarProps, 'chosen' | 'bulk'> {
  chosen: Chosen;
  onAct(action: BulkAction): void;
}

function Actions({
  chosen,
  acting,
  agents,
  loaded,
  matching,
  onAct,
  onMessage,
  onChooseLoaded,
  onChooseAll,
  onClear,
}: ActionsProps) {
  const { toast } = usePanel();
  const [assigning, setAssigning] = useState(false);
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const extensions = useExtensions('tickets.bulk');
  const { count, statuses, target } = chosen;
  const targets = bulkAssignTargets(acting, statuses, agents);
  const closable = mayCloseMany(statuses).allowed;
  const tooMany = count !== null && count > BULK_LIMIT;

  const refuse = (text: string) => toast('error', text);
  const act = (action: BulkAction) => (tooMany ? refuse(bulkMessages.tooMany) : onAct(action));
  const close = () => (closable ? act({ kind: 'close' }) : refuse(bulkMessages.notAssigned));
  const stopAssigning = () => {
    setAssigning(false);
    opener.current?.focus();
  };
  const choose = (agent: Agent) => {
    stopAssigning();
    act({ kind: 'assign', agent });
  };
  const clear = () => {
    focusRows(bar.current);
    onClear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !assigning && menuAnchor === null) clear();
  };
  const more = nextChoice(chosen, loaded, matching, { onChooseLoaded, onChooseAll });
  const items: MenuItemOptions[] = [
    ...(mayMessageMany(statuses).allowed
      ? [{ key: 'message', label: bulkMessages.message, onSelect: () => onMessage(target) }]
      : []),
    { key: 'unread', label: bulkMessages.markUnread, onSelect: () => act({ kind: 'unread' }) },
    // Other panels are given ticket numbers; of a choice that only the server knows there are none.
    ...('ticket_ids' in target
      ? extensions.map(({ id, label, run }) => ({ key: id, label, onSelect: () => run(target.ticket_ids) }))
      : []),
  ];

  return (
    <Bar ref={bar} role="group" aria-label={bulkMessages.bar} onKeyDown={onKeyDown}>
      <VisuallyHidden role="status">{bulkMessages.announced(count)}</VisuallyHidden>
      <IconButton label={bulkMessages.clear} onClick={clear}>
        <X size={16} aria-hidden />
      </IconButton>
      <Count>
        <strong aria-hidden>{bulkMessages.chosen(count)}</strong>
        {more && (
          <button type="button" aria-label={more.label} onClick={more.choose}>
            {more.words}
          </button>
        )}
      </Count>
      {targets.length > 0 && (
        <Button
          ref={opener}
          size="small"
          aria-haspopup="dialog"
          aria-expanded={assigning}
          onClick={() => setAssigning(true)}
        >
          {closable ? bulkMessages.transfer : bulkMessages.assign}
        </Button>
      )}
      <Button size="small" onClick={close}>
        {bulkMessages.close}
      </Button>
      <IconButton
        label={messages.moreActions}
        aria-haspopup="menu"
        onClick={(event) => setMenuAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={16} aria-hidden />
      </IconButton>
      <Menu anchor={menuAnchor} label={messages.moreActions} items={items} onClose={() => setMenuAnchor(null)} />
      {assigning && (
        <AgentPicker
          label={bulkMessages.assign}
          targets={targets}
          self={acting.id}
          onChoose={choose}
          onClose={stopAssigning}
        />
      )}
    </Bar>
  );
}

/** What can be chosen beyond this: first all that is loaded, then all on the server. */
function nextChoice(
  { all, count }: Chosen,
  loaded: number,
  matching: number | null,
  { onChooseLoaded, onChooseAll }: Pick<BulkBarProps, 'onChooseLoaded' | 'onChooseAll'>,
): { label: string; words: string; choose: () => void } | null {
  const { chooseLoaded, allLoaded, chooseAll, allMatching } = bulkMessages;
  if (all) return null;
  if (count !== null && count < loaded) {
    return { label: chooseLoaded(loaded), words: allLoaded(loaded), choose: onChooseLoaded };
  }
  if (matching !== null && matching <= loaded) return null;
  return { label: chooseAll(matching), words: allMatching(matching), choose: onChooseAll };
}
