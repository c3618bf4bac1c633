import type { TicketId } from '@inbox/domain';
import type { Fill } from '@inbox/events';
import { useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { usePanel, useTopic } from './hooks';
import { messages } from '../messages';

/** What the panel can do now, by the actions of its description; what is left out or undefined cannot be done now. */
export type PanelActions<A extends string = string> = Partial<
  Record<A, ((tickets: readonly TicketId[]) => void | Promise<void>) | undefined>
>;

/**
 * Says on `actions.<panel>` what the panel can do now, and does it when `act.<panel>` asks: a shortcut, the command
 * palette, or a fill in another panel. It says so before the panel is painted: a key that is pressed as soon as something
 * shows is not lost.
 */
export function usePanelActions<A extends string>(actions: PanelActions<A>): void {
  const { bus, name } = usePanel();
  const table: PanelActions = actions;
  const possible = Object.keys(table)
    .filter((action) => table[action] !== undefined)
    .sort()
    .join();

  const act = useEffectEvent((action: string, tickets: readonly TicketId[]) => {
    const run = table[action];
    if (!run) throw new Error(`${name} cannot do this now: ${action}`);
    return run(tickets);
  });
  useLayoutEffect(
    () => bus.handle(`act.${name}`, ({ action, ticket_ids = [] }) => act(action, ticket_ids)),
    [bus, name],
  );
  const owned = useRef<{ set(value: { actions: string[] }): void }>(null);
  useLayoutEffect(() => {
    const topic = (owned.current = bus.own(`actions.${name}`));
    return () => {
      topic.set({ actions: [] });
      topic.release();
    };
  }, [bus, name]);
  useLayoutEffect(
    () => owned.current?.set({ actions: possible === '' ? [] : possible.split(',') }),
    [bus, name, possible],
  );
}

export interface Extension extends Pick<Fill, 'label' | 'text' | 'button' | 'icon'> {
  /** Unique in its point. */
  id: string;
  /** Has the filling panel do it for these tickets; the agent is told when it cannot. */
  run(tickets: readonly TicketId[]): void;
}

/** What other panels add to an extension point of this one, in order; empty in a page without a shell. */
export function useExtensions(point: string): readonly Extension[] {
  const { bus, report, toast } = usePanel();
  const fills = useTopic('extensions')?.fills;
  return useMemo(
    () =>
      (fills ?? [])
        .filter((fill) => fill.point === point)
        .map(({ panel, action, label, text, button, icon }) => ({
          id: `${panel}.${action}`,
          label,
          text,
          button,
          icon,
          run(tickets) {
            bus.send(`act.${panel}`, { action, ticket_ids: [...tickets] }).catch((error: unknown) => {
              report({ level: 'warning', message: `${panel} did not do ${action}`, detail: String(error) });
              toast('warning', messages.notNow, undefined, error);
            });
          },
        })),
    [bus, fills, point, report, toast],
  );
}
