import { ApiError } from '@inbox/api';
import { MAX_FILES_PER_SEND, type UploadedFile } from '@inbox/domain';
import { ACCEPTED_FILES, fileProblem } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { Button, color, IconButton, styled } from '@inbox/ui';
import { Paperclip, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { SentFile } from './draft';
import { messages } from './messages';

const Files = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & li {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    max-inline-size: 100%;
    padding-inline-start: 8px;
    border: 1px solid ${color.line};
    border-radius: 8px;
    font-size: 12px;
  }
  & span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

interface AttachProps {
  files: readonly SentFile[];
  onAdd(file: UploadedFile): void;
  onRemove(file: SentFile): void;
  /** Told while files are on their way. */
  onBusy(isBusy: boolean): void;
  /** What else can be put in, beside the button. */
  beside: ReactNode;
}

/** The files of the mail, uploaded as they are chosen. */
export function Attach({ files, onAdd, onRemove, onBusy, beside }: AttachProps) {
  const { api, toast } = usePanel();
  const [under, setUnder] = useState(0);
  const count = useRef(0);
  const input = useRef<HTMLInputElement>(null);
  const gone = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    return () => controller.abort();
  }, []);
  const busy = (by: 1 | -1) => {
    count.current += by;
    setUnder(count.current);
    onBusy(count.current > 0);
  };

  const upload = async (file: File) => {
    busy(1);
    try {
      onAdd(await api.upload('email', file, gone.current ? { signal: gone.current.signal } : {}));
    } catch (error) {
      if (gone.current?.signal.aborted) return;
      toast('error', error instanceof ApiError && error.kind === 'refused' ? error.message : messages.fileFailed);
    } finally {
      busy(-1);
    }
  };
  const take = (chosen: readonly File[]) => {
    if (files.length + under + chosen.length > MAX_FILES_PER_SEND) return toast('error', messages.tooManyFiles);
    for (const file of chosen) {
      const problem = fileProblem('email', file);
      if (problem === null) void upload(file);
      else toast('error', problem.code === 'size-too-large' ? messages.fileTooLarge : messages.fileWrong);
    }
  };
  return (
    <>
      <Tools>
        <Button size="small" aria-disabled={under > 0} onClick={() => input.current?.click()}>
          <Paperclip size={14} aria-hidden />
          {under > 0 ? messages.attaching : messages.attach}
        </Button>
        <input
          ref={input}
          hidden
          multiple
          type="file"
          data-attach-input
          accept={ACCEPTED_FILES}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        {beside}
      </Tools>
      {files.length > 0 && (
        <Files aria-label={messages.files}>
          {files.map((file) => (
            <li key={file.url}>
              <span dir="auto">{file.file_name}</span>
              <IconButton size="small" label={messages.removeFile(file.file_name)} onClick={() => onRemove(file)}>
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </Files>
      )}
    </>
  );
}
