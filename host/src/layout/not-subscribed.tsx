import { Button, EmptyState } from '@inbox/ui';
import { LockKeyhole } from 'lucide-react';
import { Cover } from './cover';
import { messages } from '../messages';

/** Replaces the inbox for an agent without access_connect_chat_page (spec sections 2 and 6). */
export function NotSubscribed({ onSignOut }: { onSignOut(): void }) {
  const { title, text } = messages.notSubscribed;
  return (
    <Cover>
      <EmptyState
        title={title}
        text={text}
        icon={<LockKeyhole size={32} aria-hidden />}
        action={<Button onClick={onSignOut}>{messages.status.names.logout}</Button>}
      />
    </Cover>
  );
}
