import { matchesQuickReply } from '@inbox/domain/conversation';
import { usePanel, usePanelReady } from '@inbox/panel';
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
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messages } from '../../messages';
import { ReplyRow } from './reply-row';
import { useInsert } from './use-insert';
import { useQuickReplies, type QuickRepliesState } from './use-quick-replies';

const Panel = styled.section`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  background: ${color.surface};

  & > header {
    display: flex;
    align-items: center;
    gap: 4px;
    padding: 8px 12px 0 8px;
  }
  & h2 {
    font-size: 15px;
  }
`;

const Bar = styled.div`
  display: flex;
  padding: 8px 12px 12px;
  border-block-end: 1px solid ${color.line};
`;

const Scroll = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  overflow-y: auto;
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

/** The view of the panel: the quick replies, a search among them, and Send beside each. */
export function QuickReplies() {
  const { bus, report } = usePanel();
  const markReady = usePanelReady();
  const [search, setSearch] = useState('');
  const found = useQuickReplies();
  const { insert, done } = useInsert();

  const settled = found.state !== 'loading';
  useEffect(() => {
    if (settled) markReady();
  }, [settled, markReady]);

  const close = () => {
    bus.send('panel.show', { panel: 'quick-replies', show: false }).catch((error: unknown) => {
      report({ level: 'warning', message: 'The panel could not be closed', detail: String(error) });
    });
  };

  return (
    <Panel aria-label={messages.panel}>
      <header>
        <IconButton label={messages.close} onClick={close}>
          <ArrowLeft size={18} aria-hidden />
        </IconButton>
        <h2>{messages.panel}</h2>
      </header>
      <Bar>
        <SearchField label={messages.search} value={search} onChange={setSearch} />
      </Bar>
      <VisuallyHidden role="status" key={done?.count}>
        {done && messages.inserted(done.shortcut)}
      </VisuallyHidden>
      <Scroll>
        <List found={found} search={search} onSend={(reply) => void insert(reply)} />
      </Scroll>
    </Panel>
  );
}

interface ListProps {
  found: QuickRepliesState;
  search: string;
  onSend: (reply: Parameters<ReturnType<typeof useInsert>['insert']>[0]) => void;
}

function List({ found, search, onSend }: ListProps) {
  if (found.state === 'loading') return <SkeletonRows rows={ROWS_WHILE_LOADING} height={72} />;
  if (found.state === 'failed') return <ErrorState text={messages.loadingFailed} onRetry={found.retry} />;
  const matching = found.replies.filter((reply) => matchesQuickReply(reply, search));
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
      {found.replies.length === 0 && <EmptyState title={messages.empty} />}
      {found.replies.length > 0 && matching.length === 0 && <EmptyState title={messages.noMatch} />}
      <ul>
        {matching.map((reply) => (
          <ReplyRow key={reply.id} reply={reply} onSend={() => onSend(reply)} />
        ))}
      </ul>
    </>
  );
}
