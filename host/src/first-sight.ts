import type { PanelName } from '@inbox/panel/contract';
import type { LoadPanel } from './panels/panel-store';
import { ticketOfSegment } from './routing/routes';

/** Milliseconds that the first panels may take, once loaded, before the rest no longer waits for them. */
const PATIENCE_MS = 3_000;
/** Milliseconds after which a page that paints nothing, as one in the background, is taken to have painted. */
const LONGEST_FRAME_MS = 250;

/** The panels that the address asks for: the others come after them. */
export function firstPanelsOf(path: string): readonly PanelName[] {
  const [, , , segment] = path.split('/');
  return ticketOfSegment(segment) === null ? ['ticket-list'] : ['ticket-list', 'conversation'];
}

/**
 * What the agent came for is to be seen: the first panels have drawn what they loaded, and the page has painted it. All
 * else, code and calls alike, waits until then, since it would be paid for by the agent's eyes.
 */
export interface FirstSight {
  /** The same, but panels that are not among the first are loaded after the sight. */
  inTurn(load: LoadPanel): LoadPanel;
  /** A panel shows what it loaded, or has failed. */
  settle(name: PanelName): void;
  /** Resolves also when the first panels are loaded and one of them takes too long. */
  seen: Promise<void>;
}

export function createFirstSight(first: readonly PanelName[]): FirstSight {
  const awaited = new Set(first);
  let resolve = () => {};
  const seen = new Promise<void>((done) => (resolve = done)).then(afterPaint);
  const settle = (name: PanelName) => {
    awaited.delete(name);
    if (awaited.size === 0) resolve();
  };
  return {
    inTurn: (load) => async (name, attempt) => {
      if (!first.includes(name)) {
        await seen;
        return load(name, attempt);
      }
      try {
        const panel = await load(name, attempt);
        setTimeout(settle, PATIENCE_MS, name);
        return panel;
      } catch (error) {
        settle(name);
        throw error;
      }
    },
    settle,
    seen,
  };
}

/** After the next frame: what follows an animation callback follows its painting. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_FRAME_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
