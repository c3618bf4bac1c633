import { LIST_ACTIONS, type ListAction } from '@inbox/events';
import { usePanel } from '@inbox/panel';
import { useEffect, useEffectEvent } from 'react';

/** What the list does when the shell's shortcuts and palette ask for it; what is left out cannot be done now. */
export type ListActions = Partial<Record<ListAction, (() => void) | undefined>>;

/** Tells the page what can be done with the list, and does it when asked. */
export function useListActions(actions: ListActions): void {
  const { bus } = usePanel();
  const possible = LIST_ACTIONS.filter((action) => actions[action] !== undefined).join();

  const act = useEffectEvent((action: ListAction) => {
    const work = actions[action];
    if (!work) throw new Error(`The list cannot do this now: ${action}`);
    work();
  });
  useEffect(() => bus.handle('list.act', ({ action }) => act(action)), [bus]);
  useEffect(() => {
    const topic = bus.own('list.actions');
    topic.set({ actions: LIST_ACTIONS.filter((action) => possible.split(',').includes(action)) });
    return () => topic.release();
  }, [bus, possible]);
}
