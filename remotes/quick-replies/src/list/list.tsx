import type { QuickReply } from '@inbox/domain';
import { findQuickReplies } from '@inbox/domain/conversation';
import {
  Button,
  color,
  EmptyState,
  ErrorState,
  IconButton,
  SearchField,
  SkeletonRows,
  styled,
  VisuallyHidden,
} from '@inbox/ui';
import { ArrowDownWideNarrow, Plus } from 'lucide-react';
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import { messages } from '../messages';
import type { Notify } from '../notices/use-notices';
import type { QuickRepliesState } from '../replies/use-quick-replies';
import { ROW_HEIGHT } from './reply-row';
import { ReplyRows, type RowActions } from './reply-rows';
import { useSend, type Send } from './use-send';
import { usePanelStorage } from '@inbox/panel';
import * as z from 'zod/mini';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 4px 8px;
  padding: 8px 12px 8px;
  border-block-end: 1px solid ${color.line};

  & > [role='search'] {
    flex: 1 1 100%;
  }
`;

const AddLink = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-block-size: 32px;
  margin-inline-end: auto;
  padding: 0 4px;
  border: 0;
  border-radius: 6px;
  background: none;
  color: ${color.accent};
  font-weight: 500;
  cursor: pointer;

  &:hover {
    text-decoration: underline;
  }
`;

const Notice = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  padding: 8px 12px 8px 16px;
  background: ${color.warningSurface};
  color: ${color.warning};
  font-size: 12px;
`;

const ROWS_WHILE_LOADING = 4;

export interface ListProps {
  found: QuickRepliesState;
  notify: Notify;
  /** Whether the agent may add, edit and delete; sending is open to everyone. */
  mayManage: boolean;
  /** Beside the link that adds one. */
  tools: ReactNode;
  addRef: Ref<HTMLButtonElement>;
  onAdd(): void;
  onEdit(reply: QuickReply): void;
  onDelete(reply: QuickReply): void;
}

/** The quick replies with a search among them, and on each row what can be done with it. */
export function List({ found, notify, mayManage, tools, addRef, onAdd, onEdit, onDelete }: ListProps) {
  const [search, setSearch] = useState('');
  const { isMostUsedFirst, toggle } = useOrder();
  const { send, done } = useSend(notify);
  const replies = found.state === 'here' ? found.replies : NONE;
  const ordered = useMemo(() => (isMostUsedFirst ? byUse(replies) : replies), [replies, isMostUsedFirst]);
  // What is typed shows before the rows that match it are drawn.
  const searched = useDeferredValue(search);
  const matching = useMemo(() => findQuickReplies(ordered, searched), [ordered, searched]);
  const actions = useSameActions({ send, onEdit, onDelete });
  const isNoMatch = replies.length > 0 && matching.length === 0;
  // The same element while a key of the search is shown, so that the rows are not drawn for it.
  const above = useMemo(
    () => <AboveRows found={found} isNoMatch={isNoMatch} mayManage={mayManage} onAdd={onAdd} />,
    [found, isNoMatch, mayManage, onAdd],
  );

  return (
    <>
      <Bar>
        <SearchField label={messages.search} value={search} onChange={setSearch} />
        {mayManage && (
          <AddLink type="button" ref={addRef} onClick={onAdd}>
            <Plus size={16} aria-hidden />
            {messages.add}
          </AddLink>
        )}
        <IconButton size="small" label={messages.mostUsed} aria-pressed={isMostUsedFirst} onClick={toggle}>
          <ArrowDownWideNarrow size={16} aria-hidden />
        </IconButton>
        {tools}
      </Bar>
      <VisuallyHidden role="status" key={done?.count}>
        {done?.text}
      </VisuallyHidden>
      {found.state === 'loading' && <SkeletonRows rows={ROWS_WHILE_LOADING} height={ROW_HEIGHT} />}
      {found.state === 'failed' && <ErrorState text={messages.loadingFailed} onRetry={found.retry} />}
      {found.state === 'here' && (
        <ReplyRows replies={matching} actions={actions} mayManage={mayManage}>
          {above}
        </ReplyRows>
      )}
    </>
  );
}

/** What is said above the rows, or in their place. */
function AboveRows({
  found,
  isNoMatch,
  mayManage,
  onAdd,
}: Pick<ListProps, 'found' | 'mayManage' | 'onAdd'> & { isNoMatch: boolean }) {
  if (found.state !== 'here') return null;
  return (
    <>
      {found.stale && (
        <Notice role="status">
          {messages.mayBeOld}
          <Button size="small" onClick={found.retry}>
            {messages.retry}
          </Button>
        </Notice>
      )}
      {found.replies.length === 0 && (
        <EmptyState
          title={messages.empty}
          {...(mayManage
            ? {
                action: (
                  <Button variant="primary" onClick={onAdd}>
                    {messages.addFirst}
                  </Button>
                ),
              }
            : { text: messages.addedByOthers })}
        />
      )}
      {isNoMatch && <EmptyState title={messages.noMatch} />}
    </>
  );
}

/** The same actions at every render, which call those of the last. */
function useSameActions(given: Pick<Send, 'send'> & Pick<ListProps, 'onEdit' | 'onDelete'>): RowActions {
  const last = useRef(given);
  useLayoutEffect(() => {
    last.current = given;
  });
  return useMemo(
    () => ({
      onSend: (reply) => void last.current.send(reply, 'customer'),
      onInsert: (reply) => void last.current.send(reply, 'reply-box'),
      onEdit: (reply) => last.current.onEdit(reply),
      onDelete: (reply) => last.current.onDelete(reply),
    }),
    [],
  );
}

const NONE: readonly QuickReply[] = [];

const STORED = 'most-used-first';

/** Most used first, when the agent wants it so; it is remembered. */
function useOrder(): { isMostUsedFirst: boolean; toggle(): void } {
  const storage = usePanelStorage();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isMostUsedFirst = chosen ?? storage.read(STORED, z.boolean()) ?? false;
  return {
    isMostUsedFirst,
    toggle() {
      setChosen(!isMostUsedFirst);
      storage.write(STORED, !isMostUsedFirst);
    },
  };
}

/** Those with as many uses stay in the order that they had. */
const byUse = (replies: readonly QuickReply[]): readonly QuickReply[] =>
  replies.toSorted((one, other) => other.uses - one.uses);
