import type { EmailMessage } from '@inbox/domain';
import { mayReplyAll } from '@inbox/domain/conversation';
import { Button } from '@inbox/ui';
import { Forward, Reply, ReplyAll } from 'lucide-react';
import { messages } from '../messages';
import { useMailDrawer } from '../mail-composer/open-mail-drawer';

/** What goes on from a mail; nothing where the agent may not reply. */
export function MailActions({ mail }: { mail: EmailMessage }) {
  const open = useMailDrawer();
  if (open === null) return null;
  const { kinds } = messages.email;
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => open('reply', mail)}>
        <Reply size={16} aria-hidden />
        {kinds.reply}
      </Button>
      {mayReplyAll(mail) && (
        <Button size="small" variant="quiet" onClick={() => open('reply_all', mail)}>
          <ReplyAll size={16} aria-hidden />
          {kinds.reply_all}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => open('forward', mail)}>
        <Forward size={16} aria-hidden />
        {kinds.forward}
      </Button>
    </>
  );
}
