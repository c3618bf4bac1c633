import { Button, lazyPart } from '@inbox/ui';
import { Braces } from 'lucide-react';
import { useContext } from 'react';
import { messages } from '../../../messages';
import { AgentWorkspaceContext } from '../../../workspace/agent-workspace-context';
import { useOverThread } from '../../../ui/over-thread';

const OriginalDialog = lazyPart(() => import('../../../email/original/original-dialog'));

/** What was cut where it was stored is no JSON any more, and stays as it is. */
function indented(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}

/** Lets store admins see a message of an unknown kind as the channel told it; nobody else is offered it. */
export function RawMessage({ id, url }: { id: number; url: string }) {
  const isAdmin = useContext(AgentWorkspaceContext)?.profile.is_store_admin ?? false;
  const showOver = useOverThread();
  if (!isAdmin) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      onClick={() =>
        showOver(
          <OriginalDialog
            title={messages.channel.rawTitle}
            url={url}
            filename={`message-${id}.json`}
            format={indented}
            onClose={() => showOver(null)}
          />,
        )
      }
    >
      <Braces size={16} aria-hidden />
      {messages.channel.showRaw}
    </Button>
  );
}
