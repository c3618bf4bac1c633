import { createStore, type ReadableStore } from '@inbox/panel/store';

/** What can be done with the open ticket, by the commands of the panel's description. */
export const CONVERSATION_ACTIONS = [
  'reply',
  'assign_me',
  'assign',
  'close',
  'follow_up',
  'mark_unread',
  'find',
] as const;
export type ConversationAction = (typeof CONVERSATION_ACTIONS)[number];

/** What can be done with the open ticket right now: each feature brings its own action and takes it away again. */
export interface ActionRegistry {
  /** Returns what takes it away. The latest one of a name counts. */
  add(action: ConversationAction, run: () => void): () => void;
  /** In the order of `CONVERSATION_ACTIONS`. */
  actions: ReadableStore<readonly ConversationAction[]>;
  /** @throws Error when the action cannot be done now, or is not known */
  run(action: string): void;
}

export function createActionRegistry(): ActionRegistry {
  const added = new Map<ConversationAction, () => void>();
  const actions = createStore<readonly ConversationAction[]>([]);
  const changed = () => actions.set(CONVERSATION_ACTIONS.filter((action) => added.has(action)));

  return {
    add(action, run) {
      added.set(action, run);
      changed();
      return () => {
        if (added.get(action) !== run) return;
        added.delete(action);
        changed();
      };
    },
    actions,
    run(action) {
      const run = added.get(action as ConversationAction);
      if (!run) throw new Error(`${action} cannot be done now`);
      run();
    },
  };
}
