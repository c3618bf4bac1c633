import { lazyPart, Menu } from '@inbox/ui';
import { messages } from '../../messages';
import type { Calling } from './use-call';

const CallDialog = lazyPart(() => import('./call-dialog'));

interface CallMenuProps {
  anchor: HTMLElement | null;
  calling: Calling;
  onClose(): void;
}

/** Through which of several accounts to call, and the dialog of the call that is placed. */
export function CallMenu({ anchor, calling, onClose }: CallMenuProps) {
  return (
    <>
      <Menu
        anchor={anchor}
        label={messages.call.through}
        onClose={onClose}
        items={calling.accounts.map(({ id, name }) => ({
          key: id,
          label: name,
          onSelect: () => calling.place(id),
        }))}
      />
      {calling.says !== null && <CallDialog says={calling.says} onClose={calling.close} />}
    </>
  );
}
