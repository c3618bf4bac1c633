import type { Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useState } from 'react';
import { messages } from '../../messages';
import type { MailPlace } from '../../workspace/agent-workspace';
import type { AddOptions } from '../file-uploads';
import { sortFiles, type RejectedFile } from './sort-files';

/** Takes chosen files into the reply to this ticket that is written there; what it cannot take it tells. */
export function useAttach(
  ticket: Pick<Ticket, 'id' | 'conversation_source'>,
  { drafts, uploads }: Pick<MailPlace, 'drafts' | 'uploads'>,
) {
  const { toast } = usePanel();
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);

  /** @returns what is not taken, which has been told */
  function take(files: readonly File[], options: AddOptions): RejectedFile[] {
    const taken = drafts.get(ticket.id).attachments.length + uploads.of(ticket.id).length;
    const sorted = sortFiles(ticket.conversation_source, files, { taken, asDocument: options.asDocument ?? false });
    const problems = sorted.rejected.map(({ problem }) => problem);
    if (problems.some(({ code }) => code === 'type-not-supported')) toast('error', messages.files.notSupported);
    if (problems.some((problem) => problem.code === 'size-too-large' && problem.channel === null)) {
      toast('error', messages.files.tooLarge);
    }
    if (problems.some(({ code }) => code === 'too-many')) toast('error', messages.files.tooMany);
    for (const file of sorted.accepted) uploads.add(ticket.id, file, options);
    return sorted.rejected;
  }

  return {
    rejected,
    dismiss: () => setRejected([]),
    attach(files: readonly File[], options: AddOptions = {}) {
      if (files.length > 0) setRejected(take(files, options));
    },
    /** Takes a file that its channel refused as a document instead. */
    attachAsDocument({ file }: RejectedFile) {
      const refused = take([file], { asDocument: true });
      setRejected((before) => before.flatMap((one) => (one.file === file ? refused : [one])));
    },
  };
}
