import { useCopy } from '@inbox/panel';
import { Button } from '@inbox/ui';
import { Check, Copy } from 'lucide-react';
import { messages } from '../../messages';

/** Copies a text, and says so for three seconds. */
export function CopyText({ text }: { text: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <Button size="small" aria-live="polite" onClick={() => copy(text)}>
      {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      {isCopied ? messages.copied : messages.copy}
    </Button>
  );
}
