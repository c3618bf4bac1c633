import { usePanel } from '@inbox/panel';
import { color, IconButton, styled, VisuallyHidden } from '@inbox/ui';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messages } from '../../messages';

/** Milliseconds for which 'Copied' shows (spec section 9). */
export const COPIED_MS = 3_000;

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
  const { bus, report } = usePanel();
  /** Counts the copies; 0 while 'Copied' does not show. */
  const [copies, setCopies] = useState(0);

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopies((count) => count + 1);
    } catch (error) {
      report({ level: 'warning', message: 'Copying failed', detail: String(error) });
      await bus.send('toast', { kind: 'error', text: messages.copyFailed }).catch(() => undefined);
    }
  };

  return (
    <Place>
      {copies > 0 && <span aria-hidden>{messages.copied}</span>}
      <VisuallyHidden role="status">{copies > 0 ? messages.copied : ''}</VisuallyHidden>
      <IconButton label={messages.copy(field)} size="small" onClick={() => void copy()}>
        {copies > 0 ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </IconButton>
    </Place>
  );
}
