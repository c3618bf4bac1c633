import { Button, color, EmptyState, styled } from '@inbox/ui';
import { LockKeyhole } from 'lucide-react';
import { messages } from '../messages';
import { useShell } from '../shell-context';

const Cover = styled.main`
  flex: 1;
  display: flex;
  background: ${color.page};
`;

/** Stands in place of the inbox for an agent without access_connect_chat_page (spec sections 2 and 6). */
export function NotSubscribed() {
  const { signOut } = useShell();
  const { title, text } = messages.notSubscribed;
  return (
    <Cover>
      <EmptyState
        title={title}
        text={text}
        icon={<LockKeyhole size={32} aria-hidden />}
        action={<Button onClick={() => void signOut()}>{messages.status.names.logout}</Button>}
      />
    </Cover>
  );
}
