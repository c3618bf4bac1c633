import { Button, Dialog } from '@inbox/ui';
import { messages } from './messages';

/** Spec section 5. */
export function AskDiscard({ onKeep, onDiscard }: { onKeep(): void; onDiscard(): void }) {
  return (
    <Dialog
      title={messages.discardAsk}
      onClose={onKeep}
      actions={
        <>
          <Button data-first-focus onClick={onKeep}>
            {messages.keep}
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            {messages.discard}
          </Button>
        </>
      }
    >
      {messages.discardNote}
    </Dialog>
  );
}
