import type { Api } from '@inbox/api';
import { faultId, type BusClient, type StateTopic, type StateValue, type Toast } from '@inbox/events';
import { createContext } from 'react';
import type { NavigationIntent, PanelPorts, PanelReport, StoredAnswers } from '../contract/contract';
import { createTopicCells, type TopicCell } from '../state/topic-cell';

/** What a view says of itself: the shell adds who it was. */
export type Report = (entry: Pick<PanelReport, 'level' | 'message' | 'detail'>) => void;

/**
 * Shows a toast in the page around the panel. One that cannot be shown, as in a page without a shell, is reported.
 *
 * @param fault the error that it is about, where another panel or the shell may report the same one: the first one shows
 */
export type ShowToast = (kind: Toast['kind'], text: string, action?: Toast['action'], fault?: unknown) => void;

/** One mounted panel, as its hooks see it. */
export interface PanelRuntime {
  name: string;
  instanceId: string;
  api: Api;
  bus: BusClient;
  navigate(intent: NavigationIntent): void;
  addressOf(intent: NavigationIntent): string | undefined;
  report: Report;
  toast: ShowToast;
  /** BCP 47. */
  locale: string;
  onSignedOut: PanelPorts['auth']['onSignedOut'];
  markReady(): void;
  /** What the names of all that is stored in the browser begin with. */
  storageArea: string;
  /** See `PanelPorts`. */
  stored: StoredAnswers | undefined;
  /** See `PanelPorts`. */
  trustedFrame(markup: string): string;
  /** What the panel keeps while nobody is known to be signed in. */
  memory: Map<string, string>;
  topic<K extends StateTopic>(topic: K): TopicCell<StateValue<K>>;
}

export type RuntimeParts = Omit<PanelRuntime, 'topic' | 'toast' | 'memory'>;

export function createRuntime(parts: RuntimeParts): PanelRuntime {
  const { bus, name, report } = parts;
  const toast: ShowToast = (kind, text, action, fault) => {
    const cause = fault === undefined ? undefined : { id: faultId(fault), by: name };
    bus.send('toast', { kind, text, ...(action && { action }), ...(cause && { cause }) }).catch((error: unknown) => {
      report({ level: 'warning', message: 'A toast could not be shown', detail: String(error) });
    });
  };
  return { ...parts, toast, memory: new Map(), topic: createTopicCells(bus) };
}

export const RuntimeContext = createContext<PanelRuntime | null>(null);
