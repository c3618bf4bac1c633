import { useEffect, useState } from 'react';
import { usePanel } from './hooks';
import { messages } from '../messages';

/** Milliseconds for which 'Copied' shows (spec section 9). */
export const COPIED_MS = 3_000;

/**
 * Copies text, and knows for three seconds that it did. A browser that refuses is told by a toast.
 */
export function useCopy(): { isCopied: boolean; copy(text: string): void } {
  const { report, toast } = usePanel();
  /** Counts the copies; 0 while 'Copied' does not show. */
  const [copies, setCopies] = useState(0);

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  async function write(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopies((count) => count + 1);
    } catch (error) {
      report({ level: 'warning', message: 'Copying failed', detail: String(error) });
      toast('error', messages.copyFailed);
    }
  }

  return { isCopied: copies > 0, copy: (text) => void write(text) };
}
