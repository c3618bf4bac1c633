import { Button, channelLabels, color, IconButton, styled } from '@inbox/ui';
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
  & li > button {
    margin-inline-start: 8px;
  }
  & li + li {
    margin-block-start: 6px;
    padding-block-start: 6px;
    border-block-start: 1px solid color-mix(in srgb, currentColor 20%, transparent);
  }
`;

interface RejectedPanelProps {
  files: readonly RejectedFile[];
  onAsDocument(file: RejectedFile): void;
  onClose(): void;
}

/** Which of the chosen files the reply cannot carry, and why; what its channel takes as a document can be sent so. */
export function RejectedPanel({ files, onAsDocument, onClose }: RejectedPanelProps) {
  return (
    <Panel role="alert">
      <ul>
        {files.map((rejected) => (
          <li key={rejected.key} data-code={rejected.problem.code}>
            {rejected.problem.code !== 'type-not-supported' && <b dir="auto">{rejected.file.name} </b>}
            <span>{reasonOf(rejected)}</span>
            {rejected.problem.code === 'size-too-large' && rejected.problem.asDocument && (
              <Button
                size="small"
                aria-label={messages.files.asDocumentLabel(rejected.file.name)}
                onClick={() => onAsDocument(rejected)}
              >
                {messages.files.asDocument}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <IconButton size="small" label={messages.files.closeRejected} onClick={onClose}>
        <X size={14} aria-hidden />
      </IconButton>
    </Panel>
  );
}

/** Each in the words of the specification, of which those of a wrong type name the file themselves. */
function reasonOf({ file, problem }: RejectedFile): string {
  const { rejectedSize, rejectedOn, rejectedType, tooMany } = messages.files;
  if (problem.code === 'too-many') return tooMany;
  if (problem.code === 'type-not-supported') return rejectedType(file.name, problem.type);
  const { type, limit, channel } = problem;
  return channel === null ? rejectedSize(type, limit) : rejectedOn(type, limit, channelLabels[channel]);
}
