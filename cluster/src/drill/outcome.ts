import type { Load } from './load';
import type { Page } from './page';

/** What a fault has cost. All that counts messages or events is to be 0; pauses and failed tries are what is seen of it. */
export interface Outcome {
  failed: number;
  pauseMs: number;
  slowestMs: number;
  /** Replies and messages that were taken. */
  taken: number;
  lost: number;
  twice: number;
  outOfOrder: number;
  /** Replies of which nobody can say whether they have arrived; their agents are asked. */
  unknown: number;
  missed: number;
}

export interface Facts {
  load: Load;
  /** Texts that have arrived at customers, in order. */
  arrived: readonly string[];
  /** Texts of replies whose fate is not known. */
  unknown: ReadonlySet<string>;
  /** Ids of messages that are stored, as often as they are. */
  stored: readonly string[];
  pages: readonly Pick<Page, 'heard' | 'merchant' | 'anew'>[];
  /** The numbers of the events of each merchant since its page opened, in order. */
  events: ReadonlyMap<number, readonly number[]>;
}

/** Judges what became of everything that was taken. */
export function judge({ load, arrived, unknown, stored, pages, events }: Facts): Outcome {
  const [isArrived, isStored] = [new Set(arrived), new Set(stored)];
  const lostReplies = load.replies.filter((text) => !isArrived.has(text) && !unknown.has(text));
  const lostMessages = load.messages.filter((id) => !isStored.has(id));
  return {
    failed: load.failed,
    pauseMs: load.pauseMs,
    slowestMs: load.slowestMs,
    taken: load.replies.length + load.messages.length,
    lost: lostReplies.length + lostMessages.length,
    twice: arrived.length - isArrived.size + stored.length - isStored.size,
    outOfOrder: outOfOrder(arrived),
    unknown: unknown.size,
    missed: pages.reduce((sum, page) => sum + page.anew + unheard(page.heard, events.get(page.merchant) ?? []), 0),
  };
}

/** Texts that arrived after a later one of the same conversation: `reply CONVERSATION NUMBER …`. */
function outOfOrder(arrived: readonly string[]): number {
  const last = new Map<string, string>();
  return arrived.filter((text) => {
    const [, conversation = '', number = ''] = text.split(' ');
    const before = last.get(conversation) ?? '';
    if (number > before) last.set(conversation, number);
    return number < before;
  }).length;
}

/** Events that a page was not told, or not in their order. */
function unheard(heard: readonly number[], events: readonly number[]): number {
  const isHeard = new Set(heard);
  const turned = heard.filter((seq, index) => index > 0 && seq <= (heard[index - 1] ?? 0)).length;
  return events.filter((seq) => !isHeard.has(seq)).length + turned;
}
