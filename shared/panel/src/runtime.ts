import type { Api } from '@inbox/api';
import type { BusClient, StateTopic, StateValue } from '@inbox/events';
import { createContext } from 'react';
import type { NavigationIntent, PanelPorts, PanelReport } from './contract';
import { createTopicCells, type TopicCell } from './topic-cell';

/** What a view says of itself: the shell adds who it was. */
export type Report = (entry: Pick<PanelReport, 'level' | 'message' | 'detail'>) => void;

/** One mounted panel, as its hooks see it. */
export interface PanelRuntime {
  name: string;
  instanceId: string;
  api: Api;
  bus: BusClient;
  navigate(intent: NavigationIntent): void;
  addressOf(intent: NavigationIntent): string | undefined;
  report: Report;
  /** BCP 47. */
  locale: string;
  onSignedOut: PanelPorts['auth']['onSignedOut'];
  markReady(): void;
  /** What the panel keeps while nobody is known to be signed in. */
  memory: Map<string, string>;
  topic<K extends StateTopic>(topic: K): TopicCell<StateValue<K>>;
}

export type RuntimeParts = Omit<PanelRuntime, 'topic' | 'memory'>;

export function createRuntime(parts: RuntimeParts): PanelRuntime {
  return { ...parts, memory: new Map(), topic: createTopicCells(parts.bus) };
}

export const RuntimeContext = createContext<PanelRuntime | null>(null);
