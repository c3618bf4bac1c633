import { color, styled, Button, EmptyState } from '@inbox/ui';
import { LockKeyhole } from 'lucide-react';
import { messages } from '../messages';

/** Stands in place of the inbox. */
export const Cover = styled.main`
  flex: 1;
  display: flex;
  background: ${color.page};
`;

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
