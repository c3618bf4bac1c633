import { formatFileSize, type Attachment } from '@inbox/domain';
import { color, IconButton, styled } from '@inbox/ui';
import { Paperclip, X } from 'lucide-react';
import { messages } from './messages';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;

  & li {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-inline-size: 0;
    max-inline-size: 100%;
    padding-inline-start: 8px;
    border: 1px solid ${color.line};
    border-radius: 8px;
    background: ${color.surface};
    font-size: 12px;
  }
  & svg {
    flex: none;
  }
  & span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  & small {
    color: ${color.text3};
  }
`;

/** The original's files that are handed on, each with a way to leave it out. */
export function OriginalFiles({ files, onRemove }: { files: readonly Attachment[]; onRemove(file: Attachment): void }) {
  if (files.length === 0) return null;
  return (
    <List aria-label={messages.originals}>
      {files.map((file) => (
        <li key={file.id}>
          <Paperclip size={14} aria-hidden />
          <span dir="auto">{file.filename}</span>
          <small>{formatFileSize(file.size)}</small>
          <IconButton size="small" label={messages.removeOriginal(file.filename)} onClick={() => onRemove(file)}>
            <X size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
    </List>
  );
}
