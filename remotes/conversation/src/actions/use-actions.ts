import { usePanel } from '@inbox/panel';
import { useStore } from '@inbox/panel/store';
import { createContext, useContext, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createActionRegistry, type ActionRegistry, type ConversationAction } from './registry';

export const ActionsContext = createContext<ActionRegistry>(createActionRegistry());

/**
 * Offers an action to the shell's shortcuts and palette while the component is shown and `run` is given. It is there before the
 * component is painted: a key that is pressed as soon as something shows is not lost.
 */
export function useConversationAction(action: ConversationAction, run: (() => void) | null): void {
  const registry = useContext(ActionsContext);
  const onRun = useEffectEvent(() => run?.());
  const offered = run !== null;
  useLayoutEffect(() => {
    if (offered) return registry.add(action, () => onRun());
  }, [registry, action, offered]);
}

/** Tells the page which actions there are, and carries them out. */
export function usePublishedActions(): void {
  const { bus } = usePanel();
  const registry = useContext(ActionsContext);
  const actions = useStore(registry.actions);
  const owned = useRef<ReturnType<typeof bus.own<'actions.conversation'>>>(null);

  useLayoutEffect(() => {
    const topic = (owned.current = bus.own('actions.conversation'));
    const end = bus.handle('act.conversation', ({ action }) => registry.run(action));
    return () => {
      end();
      topic.set({ actions: [] });
      topic.release();
    };
  }, [bus, registry]);
  useLayoutEffect(() => owned.current?.set({ actions: [...actions] }), [actions]);
}
