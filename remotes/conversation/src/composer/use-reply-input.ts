import type { TicketId } from '@inbox/domain';
import { useLayoutEffect, useRef } from 'react';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import type { Draft } from '../drafts/drafts';

/** Pixels (spec section 9). */
export const LOWEST = 50;
export const HIGHEST = 85;

/** Does the browser itself make a box as high as its text? To be asked for the height has the page laid out at every key. */
const sizesItself = () => globalThis.CSS?.supports?.('field-sizing', 'content') ?? false;

/** The reply box's element, and its ticket's draft: each follows the other. */
export function useReplyInput(ticketId: TicketId, draft: Draft) {
  const { drafts } = useAgentWorkspace();
  const input = useRef<HTMLTextAreaElement>(null);
  const written = useRef<Pick<Draft, 'text' | 'caret'>>(draft);

  // As high as its text, between the specification's limits.
  useLayoutEffect(() => {
    const element = input.current;
    if (!element || sizesItself()) return;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${Math.min(HIGHEST, Math.max(LOWEST, element.scrollHeight))}px`;
  }, [draft.text]);

  // Text that did not come from its keys: the caret goes behind it, ready to write on, unless another tab wrote it.
  useLayoutEffect(() => {
    const element = input.current;
    const { text, caret } = draft;
    if (!element || (written.current.text === text && written.current.caret === caret)) return;
    written.current = draft;
    element.setSelectionRange(caret, caret);
    if (text !== '' && document.hasFocus()) element.focus();
  }, [draft]);

  const write = ({ value, selectionStart }: Pick<HTMLTextAreaElement, 'value' | 'selectionStart'>) => {
    written.current = { text: value, caret: selectionStart };
    drafts.write(ticketId, written.current);
  };
  return {
    input,
    write,
    // The caret alone: a selection is also told within the very keystroke that sent, when the element shows sent text.
    moveCaret(element: HTMLTextAreaElement) {
      const { text, caret } = drafts.get(ticketId);
      if (element.value === text && element.selectionStart !== caret) write(element);
    },
  };
}
