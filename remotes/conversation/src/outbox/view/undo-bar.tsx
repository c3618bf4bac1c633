import type { TicketId } from '@inbox/domain';
import { UNDO_MS } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { useStore } from '@inbox/panel/store';
import { Button, color, styled, useNow } from '@inbox/ui';
import { messages } from '../../messages';
import { useAgentWorkspace } from '../../workspace/agent-workspace-context';
import { useMailDrawer } from '../../mail-composer/open-mail-drawer';
import type { Undoable } from '../undo-sends';

const Bar = styled.div`
  flex: none;
  border-block-start: 1px solid ${color.line};
  background: ${color.accentSurface};
  font-size: 13px;

  /* There from the start, so that what comes into it is read out. */
  &:empty {
    border: 0;
  }
  & > div {
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 6px 16px;
  }
  & p {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  & span {
    color: ${color.text2};
    font-variant-numeric: tabular-nums;
  }
`;

/** What was sent in the last ten seconds and can be taken back, of whichever ticket. */
export function UndoBar({ openId }: { openId: TicketId | null }) {
  const { undoSends } = useAgentWorkspace();
  const list = useStore(undoSends.list);
  return (
    <Bar role="status" aria-label={messages.undo.region}>
      {list.map((entry) => (
        <UndoLine key={entry.outgoing.temp_id} entry={entry} isHere={entry.outgoing.ticket_id === openId} />
      ))}
    </Bar>
  );
}

function UndoLine({ entry, isHere }: { entry: Undoable; isHere: boolean }) {
  const { navigate, toast } = usePanel();
  const { undoSends } = useAgentWorkspace();
  const openMail = useMailDrawer();
  const { outgoing, to, until, isUndoing, isUnanswered } = entry;
  // Shown, but not read out each second. The clock tells a time of up to half a second ago.
  const seconds = useNow(500, (now) => Math.ceil(Math.min(UNDO_MS, Math.max(0, until - now)) / 1_000));
  const undo = async () => {
    try {
      await undoSends.undo(outgoing.temp_id);
      if (!isHere) navigate({ to: 'ticket', id: outgoing.ticket_id });
      else if (outgoing.mail) openMail?.(outgoing.mail.kind, null);
    } catch (error) {
      toast('error', error instanceof Error ? error.message : messages.actionFailed);
    }
  };
  return (
    <div>
      {isUndoing ? (
        <p>
          {messages.undo.undoing(to)} {isUnanswered && messages.undo.unanswered}
        </p>
      ) : (
        <p>
          {messages.undo.sending(to)} <span aria-hidden>{messages.undo.left(seconds)}</span>
        </p>
      )}
      <Button size="small" aria-label={messages.undo.label(to)} disabled={isUndoing} onClick={() => void undo()}>
        {messages.undo.undo}
      </Button>
    </div>
  );
}
