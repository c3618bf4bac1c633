import { MAIL_KINDS, type EmailMessage, type MailKind, type TicketId } from '@inbox/domain';
import { mayReplyAll } from '@inbox/domain/conversation';
import { IconButton, Menu, preloadMenu } from '@inbox/ui';
import { Forward, MailPlus, Reply, ReplyAll } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { messages } from '../messages';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import { useMailDrawer } from '../mail-composer/open-mail-drawer';
import { isEmptyDraft } from '../drafts/drafts';

const ICONS: Record<MailKind, ReactNode> = {
  reply: <Reply size={16} aria-hidden />,
  reply_all: <ReplyAll size={16} aria-hidden />,
  forward: <Forward size={16} aria-hidden />,
};

/** From the reply box to the mail drawer: with what is written there already, or for the mail that is answered. */
export function MailMenu({ ticketId, answered }: { ticketId: TicketId; answered: EmailMessage | null }) {
  const open = useMailDrawer();
  const { mails } = useAgentWorkspace();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (open === null) return null;
  const { kinds, write, hasDraft } = messages.email;
  const isDraft = (kind: MailKind) => !isEmptyDraft(mails[kind].drafts.get(ticketId));
  const isOffered = (kind: MailKind) =>
    isDraft(kind) || kind === 'reply' || (answered !== null && (kind === 'forward' || mayReplyAll(answered)));
  return (
    <>
      <IconButton
        size="small"
        label={write}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={preloadMenu}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MailPlus size={18} aria-hidden />
      </IconButton>
      <Menu
        anchor={anchor}
        label={write}
        onClose={() => setAnchor(null)}
        items={MAIL_KINDS.filter(isOffered).map((kind) => ({
          key: kind,
          label: isDraft(kind) ? hasDraft(kinds[kind]) : kinds[kind],
          icon: ICONS[kind],
          onSelect: () => open(kind, null),
        }))}
      />
    </>
  );
}
