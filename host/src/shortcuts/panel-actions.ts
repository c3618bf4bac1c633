import type { BusClient } from '@inbox/events';
import type { PanelActions } from './commands';

/** Follows what list and conversation say that they can do. It ends with the bus's client. */
export function followPanelActions(bus: BusClient, onRefused: () => void): { now(): PanelActions } {
  const refused = (error: unknown) => {
    console.warn('A panel did not do what it offered', error);
    onRefused();
  };
  const actions: PanelActions = {
    list: [],
    conversation: [],
    actInList: (action) => void bus.send('list.act', { action }).catch(refused),
    actInConversation: (action) => void bus.send('conversation.act', { action }).catch(refused),
  };
  bus.onState('list.actions', ({ actions: list }) => void (actions.list = list));
  bus.onState('conversation.actions', ({ actions: conversation }) => void (actions.conversation = conversation));
  return { now: () => ({ ...actions }) };
}
