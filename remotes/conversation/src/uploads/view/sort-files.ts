import { MAX_FILES_PER_SEND, type ConversationSource, type FileProblem } from '@inbox/domain';
import { claimedType, fileProblem } from '@inbox/domain/conversation';

/** A chosen file that no reply here may carry, or that is one too many. */
export interface RejectedFile {
  /** Two files may have one name. */
  key: string;
  file: File;
  problem: FileProblem | { code: 'too-many' };
}

export interface SortedFiles {
  /** In the order in which they were chosen. */
  accepted: File[];
  rejected: RejectedFile[];
}

/**
 * @param taken how many the reply has already
 * @param asDocument they are to be sent as documents, whatever they show
 */
export function sortFiles(
  source: ConversationSource,
  files: readonly File[],
  { taken, asDocument = false }: { taken: number; asDocument?: boolean },
): SortedFiles {
  const rejected: RejectedFile[] = [];
  const accepted: File[] = [];
  for (const file of files) {
    const key = `${rejected.length} ${file.name}`;
    const problem = fileProblem(source, { type: claimedType(file), size: file.size, asDocument });
    if (problem !== null) rejected.push({ key, file, problem });
    else if (taken + accepted.length < MAX_FILES_PER_SEND) accepted.push(file);
    else rejected.push({ key, file, problem: { code: 'too-many' } });
  }
  return { accepted, rejected };
}
