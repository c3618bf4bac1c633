import type { Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useState } from 'react';
import { messages } from '../../messages';
import { useWorkplace } from '../workplace/workplace';
import { sortFiles, type RejectedFile } from './sort-files';

/** Takes chosen files into the reply to this ticket; what it cannot take it tells. */
export function useAttach(ticket: Pick<Ticket, 'id' | 'conversation_source'>) {
  const { bus } = usePanel();
  const { drafts, uploads } = useWorkplace();
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);

  const toast = (text: string) => void bus.send('toast', { kind: 'error', text }).catch(() => undefined);

  return {
    rejected,
    dismiss: () => setRejected([]),
    attach(files: readonly File[], options?: { isVoice?: boolean }) {
      if (files.length === 0) return;
      const taken = drafts.get(ticket.id).attachments.length + uploads.of(ticket.id).length;
      const sorted = sortFiles(ticket.conversation_source, files, taken);
      setRejected(sorted.rejected);
      const problems = sorted.rejected.map(({ problem }) => problem);
      if (problems.some(({ code }) => code === 'type-not-supported')) toast(messages.files.notSupported);
      if (problems.some((problem) => problem.code === 'size-too-large' && problem.limit === 25)) {
        toast(messages.files.tooLarge);
      }
      if (sorted.tooMany) toast(messages.files.tooMany);
      for (const file of sorted.accepted) uploads.add(ticket.id, file, options);
    },
  };
}
