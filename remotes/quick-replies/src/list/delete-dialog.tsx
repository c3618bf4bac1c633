import type { QuickReply } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Button, Dialog, Spinner } from '@inbox/ui';
import { useState } from 'react';
import { messages } from '../messages';
import { failureWords } from '../notices/failure-words';
import type { Notify } from '../notices/use-notices';

export interface DeleteDialogProps {
  reply: QuickReply;
  notify: Notify;
  onDeleted(): void;
  onClose(): void;
}

/** Asks before a quick reply goes for all agents. */
export function DeleteDialog({ reply: { id, shortcut }, notify, onDeleted, onClose }: DeleteDialogProps) {
  const { api } = usePanel();
  const [isDeleting, setDeleting] = useState(false);

  async function remove(): Promise<void> {
    if (isDeleting) return;
    setDeleting(true);
    try {
      await api.deleteQuickReply({ params: { id } });
      notify('success', messages.deleted);
      onDeleted();
    } catch (error) {
      notify('error', failureWords(error));
    }
    onClose();
  }

  return (
    <Dialog
      title={messages.deleteTitle(shortcut)}
      onClose={onClose}
      onSubmit={() => void remove()}
      actions={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button variant="danger" type="submit" aria-disabled={isDeleting}>
            {isDeleting && <Spinner aria-hidden />}
            {messages.delete}
          </Button>
        </>
      }
    >
      {messages.deleteText}
    </Dialog>
  );
}
