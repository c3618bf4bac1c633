import { formatFileSize, type AttachedFile, type UploadedFile } from '@inbox/domain';
import { color, IconButton, styled } from '@inbox/ui';
import { CircleAlert, FileText, Mic, RotateCw, X } from 'lucide-react';
import { messages } from '../../messages';
import { useMedia } from '../../media/use-media';
import type { FileUpload } from '../file-uploads';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  max-block-size: 132px;
  margin: 0;
  padding: 8px 8px 0;
  overflow-y: auto;
  list-style: none;

  & li {
    display: flex;
    align-items: center;
    gap: 8px;
    max-inline-size: 240px;
    min-inline-size: 0;
    padding: 4px 4px 4px 8px;
    border: 1px solid ${color.line};
    border-radius: 8px;
    background: ${color.surface};
  }
  & li[data-state='error'] {
    border-color: ${color.bad};
  }
  & li > div {
    min-inline-size: 0;
    font-size: 12px;
    line-height: 16px;
  }
  & svg {
    flex: none;
  }
  & img {
    inline-size: 32px;
    block-size: 32px;
    object-fit: cover;
    border-radius: 4px;
  }
  & b {
    display: block;
    overflow: hidden;
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & small {
    color: ${color.text3};
    overflow-wrap: anywhere;
  }
  & [role='alert'] small {
    display: block;
  }
  & li[data-state='error'] small {
    color: ${color.bad};
  }
  & progress {
    display: block;
    inline-size: 120px;
    block-size: 4px;
    accent-color: ${color.accent};
  }
`;

interface AttachmentTrayProps {
  files: readonly AttachedFile[];
  uploads: readonly FileUpload[];
  onRemove(file: UploadedFile): void;
  onCancel(key: string): void;
  onRetry(key: string): void;
}

/** The files of a reply: those that are there (previewing), those on their way (uploading), and those that failed (error). */
export function AttachmentTray({ files, uploads, onRemove, onCancel, onRetry }: AttachmentTrayProps) {
  if (files.length + uploads.length === 0) return null;
  return (
    <List aria-label={messages.files.list}>
      {inOrder(files, uploads).map((one) =>
        'file' in one ? (
          <Attached key={`file ${one.file.id}`} file={one.file} onRemove={onRemove} />
        ) : (
          <Uploading key={`upload ${one.upload.key}`} upload={one.upload} onCancel={onCancel} onRetry={onRetry} />
        ),
      )}
    </List>
  );
}

/** As they will leave, whether they are there already or on their way. */
function inOrder(files: readonly AttachedFile[], uploads: readonly FileUpload[]) {
  return [
    ...files.map((file) => ({ chosen: file.chosen, file })),
    ...uploads.map((upload) => ({ chosen: upload.chosen, upload })),
  ].sort((a, b) => a.chosen - b.chosen);
}

function Attached({ file, onRemove }: { file: AttachedFile; onRemove(file: UploadedFile): void }) {
  return (
    <li data-state="previewing">
      <Preview file={file} />
      <div>
        <b dir="auto">{file.file_name}</b>
        <small>{formatFileSize(file.size)}</small>
      </div>
      <IconButton size="small" label={messages.files.remove(file.file_name)} onClick={() => onRemove(file)}>
        <X size={14} aria-hidden />
      </IconButton>
    </li>
  );
}

interface UploadingProps {
  upload: FileUpload;
  onCancel(key: string): void;
  onRetry(key: string): void;
}

function Uploading({ upload: { key, name, state }, onCancel, onRetry }: UploadingProps) {
  const mayRetry = state.kind === 'error' ? state.mayRetry : state.isStalled;
  return (
    <li data-state={state.kind}>
      {state.kind === 'error' && <CircleAlert size={16} aria-hidden />}
      <div>
        <b dir="auto">{name}</b>
        {state.kind === 'uploading' ? (
          <>
            <small role="status">{state.isStalled ? messages.files.stalled : messages.files.attaching}</small>
            <progress aria-label={messages.files.progress(name)} max={1} value={state.done} />
          </>
        ) : (
          <div role="alert">
            <small>{messages.files.failed}</small> <small>{state.text}</small>
          </div>
        )}
      </div>
      {mayRetry && (
        <IconButton size="small" label={messages.files.retry(name)} onClick={() => onRetry(key)}>
          <RotateCw size={14} aria-hidden />
        </IconButton>
      )}
      <IconButton size="small" label={messages.files.cancel(name)} onClick={() => onCancel(key)}>
        <X size={14} aria-hidden />
      </IconButton>
    </li>
  );
}

const isPicture = ({ content_type }: UploadedFile) => /^image\/(?:png|jpeg)$/.test(content_type);

function Preview({ file }: { file: UploadedFile }) {
  const media = useMedia(file.url, isPicture(file));
  if (media.state === 'ready') return <img src={media.src} alt="" />;
  return file.kind === 'voice' ? <Mic size={16} aria-hidden /> : <FileText size={16} aria-hidden />;
}
