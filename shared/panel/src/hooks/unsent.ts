import type { Unsent } from '@inbox/events';
import { useEffect, useEffectEvent } from 'react';
import { usePanel } from './hooks';

/** What leaves by itself, what waits for a decision of the agent, and all of it in words; see `Unsent` of the bus. */
export type { Unsent } from '@inbox/events';

/**
 * Answers on `unsent.<panel>` what a sign-out would leave behind of the agent's work. The shell encrypts what panels store,
 * whatever they answer.
 * @param count reads what there is now
 * @param send has what waits leave now, as when the connection is back
 */
export function useUnsent(count: () => Unsent | Promise<Unsent>, send: () => void = () => undefined): void {
  const { bus, name } = usePanel();
  const answer = useEffectEvent((isToSend: boolean) => {
    if (isToSend) send();
    return count();
  });
  useEffect(() => bus.handle(`unsent.${name}`, ({ send: isToSend }) => answer(isToSend)), [bus, name]);
}
