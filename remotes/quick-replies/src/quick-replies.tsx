import type { QuickReply } from '@inbox/domain';
import { mayManageQuickReplies } from '@inbox/domain/conversation';
import { usePanel, usePanelReady, usePanelStorage, useTopic, useUnsent } from '@inbox/panel';
import { useAgentProfile } from '@inbox/panel/agent-profile';
import { Button, color, IconButton, styled } from '@inbox/ui';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ExchangeMenu, type LoadFailure } from './exchange/exchange-menu';
import { ReplyForm } from './form/reply-form';
import { DRAFT } from './form/use-form-draft';
import { DeleteDialog } from './list/delete-dialog';
import { List } from './list/list';
import { messages } from './messages';
import { useNotices } from './notices/use-notices';
import { useQuickReplies } from './replies/use-quick-replies';

const Panel = styled.section`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  min-inline-size: 0;
  background: ${color.surface};

  & > header {
    display: flex;
    align-items: center;
    gap: 4px;
    min-block-size: 40px;
    padding: 8px 12px 0 8px;
  }
  & > header > h2:first-child {
    padding-inline-start: 8px;
  }
  & h2 {
    font-size: 15px;
  }
`;

/** The list stays below the form, with its search and its place. */
const Body = styled.div`
  position: relative;
  flex: 1;
  display: flex;
  flex-direction: column;
  min-block-size: 0;
`;

const Layer = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-block-size: 0;

  &[data-over] {
    position: absolute;
    inset: 0;
    background: ${color.surface};
  }
`;

const Notice = styled.p`
  padding: 8px 16px;
  border-block-start: 1px solid ${color.line};
  background: ${color.surface2};

  &[role='alert'] {
    color: ${color.bad};
  }
`;

/** Nothing is shown beside the list; a form for a new one or of one; the question before one is deleted. */
type Shown = { what: 'list' } | { what: 'form'; reply: QuickReply | null } | { what: 'delete'; reply: QuickReply };

/** The view of the panel: the list, and the form over it. */
export function QuickReplies() {
  const { bus, report } = usePanel();
  const storage = usePanelStorage();
  useUnsent(() => {
    const unsaved = storage.keys(DRAFT).length;
    return { waiting: 0, held: 0, lines: unsaved === 0 ? [] : [messages.unsaved(unsaved)] };
  });
  const markReady = usePanelReady();
  // A page without a shell has no address that names a ticket, and nobody who could close the panel.
  const isInShell = useTopic('ticket.open') !== undefined;
  const profile = useAgentProfile();
  const mayManage = profile !== null && mayManageQuickReplies(profile);
  const { found, put, remove, reload } = useQuickReplies();
  const { notify, shown: notice } = useNotices();
  const [shown, setShown] = useState<Shown>({ what: 'list' });
  const [loadFailure, setLoadFailure] = useState<LoadFailure | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const replies = found.state === 'here' ? found.replies : [];

  const isLoaded = found.state !== 'loading';
  useEffect(() => {
    if (isLoaded) markReady();
  }, [isLoaded, markReady]);

  const isForm = shown.what === 'form';
  const wasForm = useRef(false);
  useEffect(() => {
    // The control that opened the form may be gone with the row that it was in.
    if (wasForm.current && !isForm) addButton.current?.focus();
    wasForm.current = isForm;
  }, [isForm]);

  const toList = () => setShown({ what: 'list' });
  const close = () => {
    if (isForm) return toList();
    bus.send('panel.show', { panel: 'quick-replies', show: false }).catch((error: unknown) => {
      report({ level: 'warning', message: 'The panel could not be closed', detail: String(error) });
    });
  };

  return (
    <Panel aria-label={messages.panel}>
      <header>
        {(isForm || isInShell) && (
          <IconButton label={isForm ? messages.closeForm : messages.close} onClick={close}>
            <ArrowLeft size={18} aria-hidden />
          </IconButton>
        )}
        <h2>{isForm ? messages.form : messages.panel}</h2>
      </header>
      <Body>
        <Layer inert={isForm}>
          <List
            found={found}
            notify={notify}
            mayManage={mayManage}
            tools={
              <ExchangeMenu
                isOffered={mayManage}
                replies={replies}
                notify={notify}
                onImported={reload}
                onLoadFailure={setLoadFailure}
              />
            }
            addRef={addButton}
            onAdd={() => setShown({ what: 'form', reply: null })}
            onEdit={(reply) => setShown({ what: 'form', reply })}
            onDelete={(reply) => setShown({ what: 'delete', reply })}
          />
        </Layer>
        {shown.what === 'form' && (
          <Layer data-over="">
            <ReplyForm
              reply={shown.reply}
              replies={replies}
              notify={notify}
              onSaved={(reply) => {
                put(reply);
                toList();
              }}
            />
          </Layer>
        )}
      </Body>
      {notice && <Notice role={notice.kind === 'error' ? 'alert' : 'status'}>{notice.text}</Notice>}
      {loadFailure && (
        <Notice role="alert">
          {loadFailure.text}{' '}
          <Button size="small" onClick={loadFailure.retry}>
            {messages.retry}
          </Button>
        </Notice>
      )}
      {shown.what === 'delete' && (
        <DeleteDialog reply={shown.reply} notify={notify} onDeleted={() => remove(shown.reply.id)} onClose={toList} />
      )}
    </Panel>
  );
}
