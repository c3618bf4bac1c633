import { getDefaultKeyBinding, type EditorState } from 'draft-js';
import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { connect, type Connection, type Editing } from './connect';

/**
 * Connects an editor that is in a shadow root with the page's selection. Elsewhere it does nothing, since draft-js does so.
 *
 * @param text the element around the editor
 * @param mount another number when the element was mounted again
 */
export function useShadowRoot(text: RefObject<HTMLElement | null>, mount: number, editing: Editing): void {
  const connection = useRef<Connection>(null);
  const read = useEffectEvent(() => editing.read());
  const put = useEffectEvent((state: EditorState) => editing.put(state));
  const takeFiles = useEffectEvent((files: readonly File[]) => editing.takeFiles(files));
  useLayoutEffect(() => {
    const root = text.current?.getRootNode();
    if (text.current === null || !(root instanceof ShadowRoot)) return undefined;
    const made = connect(text.current, root, {
      read: () => read(),
      put: (state) => put(state),
      takeFiles: (files) => takeFiles(files),
    });
    connection.current = made;
    return () => made.end();
  }, [text, mount]);
  useLayoutEffect(() => connection.current?.show());
}

/**
 * Returns the command of a key. draft-js finds the line's start by the document's selection, so in a shadow root the browser
 * finds it, and says it by `beforeinput`.
 */
export function defaultCommand(event: Parameters<typeof getDefaultKeyBinding>[0]): string | null {
  const command = getDefaultKeyBinding(event);
  if (command !== 'backspace-to-start-of-line' || !(event.target instanceof Node)) return command;
  return event.target.getRootNode() instanceof ShadowRoot ? null : command;
}
