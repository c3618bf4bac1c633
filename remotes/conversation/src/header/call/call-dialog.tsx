import { Button, Dialog } from '@inbox/ui';
import { messages } from '../../messages';

/** How the call comes about. Closing it does not end the call: the agent's phone rings already. */
export default function CallDialog({ says, onClose }: { says: string; onClose(): void }) {
  return (
    <Dialog
      title={messages.call.title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{messages.call.close}</Button>}
    >
      <p role="status">{says}</p>
    </Dialog>
  );
}
