import { claimedType, fileProblem, MAX_FILES_PER_SEND, type ConversationSource, type FileProblem } from '@inbox/domain';

/** A chosen file that no reply here may carry. */
export interface RejectedFile {
  name: string;
  problem: FileProblem;
}

export interface SortedFiles {
  accepted: File[];
  rejected: RejectedFile[];
  /** More were chosen than one send takes; those beyond are in neither list. */
  tooMany: boolean;
}

/** @param taken how many the reply has already */
export function sortFiles(source: ConversationSource, files: readonly File[], taken: number): SortedFiles {
  const rejected: RejectedFile[] = [];
  const fitting: File[] = [];
  for (const file of files) {
    const problem = fileProblem(source, { type: claimedType(file), size: file.size });
    if (problem === null) fitting.push(file);
    else rejected.push({ name: file.name, problem });
  }
  const room = Math.max(0, MAX_FILES_PER_SEND - taken);
  return { accepted: fitting.slice(0, room), rejected, tooMany: fitting.length > room };
}
