import { styled } from '@inbox/ui';
import { Paperclip } from 'lucide-react';

const File = styled.p`
  display: flex;
  align-items: center;
  gap: 6px;
  overflow-wrap: anywhere;

  & svg {
    flex: none;
  }
`;

/** A file of a reply that is on its way. */
export function PendingFile({ name }: { name: string }) {
  return (
    <File>
      <Paperclip size={14} aria-hidden />
      <span dir="auto">{name}</span>
    </File>
  );
}
