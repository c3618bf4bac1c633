import { Button, EmptyState, Spinner } from '@inbox/ui';
import { LogOut } from 'lucide-react';
import type { SignedOut as State } from '../agent/sign-out';
import { messages } from '../messages';
import { Cover } from './cover';

/** Covers what the agent saw, from the moment of the sign-out on. */
export function SignedOut({ state, onLogin }: { state: Exclude<State, null>; onLogin(): void }) {
  const { title, notNotified, notEncrypted, login } = messages.signedOut;
  if (state === 'notifying-server') {
    return (
      <Cover>
        <EmptyState title={title} icon={<Spinner />} />
      </Cover>
    );
  }
  return (
    <Cover role="alert">
      <EmptyState
        title={title}
        text={state === 'not-encrypted' ? notEncrypted : notNotified}
        icon={<LogOut size={32} aria-hidden />}
        action={<Button onClick={onLogin}>{login}</Button>}
      />
    </Cover>
  );
}
