import { color, IconButton, styled } from '@inbox/ui';
import { X } from 'lucide-react';
import { messages } from '../../messages';
import type { RejectedFile } from './sort-files';

const Panel = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  padding: 6px 6px 6px 12px;
  margin-block-end: 8px;
  border-radius: 8px;
  background: ${color.badSurface};
  color: ${color.bad};
  font-size: 12px;
  overflow-wrap: anywhere;

  & ul {
    flex: 1;
    min-inline-size: 0;
    max-block-size: 120px;
    margin: 0;
    padding-block: 4px;
    overflow-y: auto;
    list-style: none;
  }
  & li {
    line-height: 16px;
  }
  & li + li {
    margin-block-start: 6px;
    padding-block-start: 6px;
    border-block-start: 1px solid color-mix(in srgb, currentColor 20%, transparent);
  }
`;

/** Which of the chosen files the reply cannot carry, and why. */
export function RejectedPanel({ files, onClose }: { files: readonly RejectedFile[]; onClose(): void }) {
  return (
    <Panel role="alert">
      <ul>
        {files.map(({ name, problem }) => (
          <li key={`${name} ${problem.code}`} data-code={problem.code}>
            {problem.code === 'size-too-large'
              ? messages.files.rejectedSize(problem.type, problem.limit)
              : messages.files.rejectedType(name, problem.type)}
          </li>
        ))}
      </ul>
      <IconButton size="small" label={messages.files.closeRejected} onClick={onClose}>
        <X size={14} aria-hidden />
      </IconButton>
    </Panel>
  );
}
