import type { MediaHeader, UploadedFile } from '@inbox/domain';
import { ACCEPTED_FILES, claimedType, templateFileProblem } from '@inbox/domain/conversation';
import { color, styled } from '@inbox/ui';
import { useEffect, useId, useRef } from 'react';
import { messages } from './messages';

const Box = styled.div`
  display: flex;
  flex-direction: column;
  gap: 4px;

  & > label {
    font-size: 12px;
    line-height: 16px;
    color: ${color.text2};
  }
  & > input {
    max-inline-size: 100%;
    font-size: 12px;
    color: ${color.text};
  }
  & > p {
    margin: 0;
    font-size: 12px;
    line-height: 16px;
    color: ${color.text2};
    overflow-wrap: anywhere;
  }
  & > p[role='alert'] {
    color: ${color.bad};
  }
`;

/** The chosen file and how far it is. */
export type HeaderFile =
  | { kind: 'uploading'; file: File }
  | { kind: 'stored'; file: File; stored: UploadedFile }
  | { kind: 'failed'; file: File; reason: string };

interface MediaFieldProps {
  kind: MediaHeader;
  file: HeaderFile | null;
  upload(file: File, signal: AbortSignal): Promise<UploadedFile>;
  onChange(file: HeaderFile | null): void;
}

/** The file that a template begins with, uploaded as soon as it is chosen; what it cannot be is said at once. */
export function MediaField({ kind, file, upload, onChange }: MediaFieldProps) {
  const id = useId();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const choose = async (chosen: File | undefined) => {
    running.current?.abort();
    if (chosen === undefined) return onChange(null);
    const problem = templateFileProblem(kind, { type: claimedType(chosen), size: chosen.size });
    if (problem !== null)
      return onChange({ kind: 'failed', file: chosen, reason: messages.fileProblem(chosen.name, problem) });
    const started = new AbortController();
    running.current = started;
    onChange({ kind: 'uploading', file: chosen });
    const next = await upload(chosen, started.signal).then(
      (stored): HeaderFile => ({ kind: 'stored', file: chosen, stored }),
      (error: unknown): HeaderFile => {
        const reason = error instanceof Error && error.message !== '' ? error.message : messages.uploadFailed;
        return { kind: 'failed', file: chosen, reason };
      },
    );
    if (!started.signal.aborted) onChange(next);
  };

  return (
    <Box>
      <label htmlFor={id}>{messages.chooseFile(kind)}</label>
      <input
        id={id}
        type="file"
        accept={ACCEPTED_FILES.split(',')
          .filter((type) => type.startsWith('.') || kind === 'document' || type.startsWith(`${kind}/`))
          .join(',')}
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      {file?.kind === 'uploading' && <p role="status">{messages.uploading}</p>}
      {file?.kind === 'failed' && <p role="alert">{file.reason}</p>}
    </Box>
  );
}
