import { useCopy } from '@inbox/panel';
import { color, IconButton, styled, VisuallyHidden } from '@inbox/ui';
import { Check, Copy } from 'lucide-react';
import { messages } from '../messages';

const Place = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  flex: none;
  font-size: 12px;
  line-height: 16px;
  color: ${color.good};
`;

/** Copies a value and says so for three seconds, to the eye and to screen readers. */
export function CopyButton({ field, value }: { field: string; value: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <Place>
      {isCopied && <span aria-hidden>{messages.copied}</span>}
      <VisuallyHidden role="status">{isCopied ? messages.copied : ''}</VisuallyHidden>
      <IconButton label={messages.copy(field)} size="small" onClick={() => copy(value)}>
        {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </IconButton>
    </Place>
  );
}
