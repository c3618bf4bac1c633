import type { LoadPanel, CatalogPanel } from '@inbox/shell/panels';
import { isInFirstPaint } from '@inbox/panel/description';
import { ticketOfSegment } from '../routing/routes';

/** Milliseconds that the first panels may take, once loaded, before the rest no longer waits for them. */
const PATIENCE_MS = 3_000;
/** Milliseconds after which a page that paints nothing, as one in the background, is taken to have painted. */
const LONGEST_FRAME_MS = 250;

/**
 * Everything else waits until the first panels have painted: code and calls alike compete with them for the network and
 * the processor while the agent looks at a skeleton.
 */
export interface FirstPaint {
  /** The same, but panels that are not among the first are loaded after the first paint. */
  inTurn(load: LoadPanel): LoadPanel;
  /** A panel shows what it loaded, or has failed. */
  complete(name: string): void;
  /** Resolves also when the first panels are loaded and one of them takes too long. */
  done: Promise<void>;
}

/** @param first names of the panels that the address asks for; none when there are none to wait for */
export function createFirstPaint(first: Promise<readonly string[]>): FirstPaint {
  const completed = new Set<string>();
  let awaited: readonly string[] | null = null;
  let resolve = () => {};
  const done = new Promise<void>((painted) => (resolve = painted)).then(afterPaint);
  const check = () => {
    if (awaited?.every((name) => completed.has(name))) resolve();
  };
  const complete = (name: string) => {
    completed.add(name);
    check();
  };
  void first.then((names) => {
    awaited = names;
    check();
  });
  return {
    inTurn: (load) => async (name, attempt) => {
      if (!(await first).includes(name)) {
        await done;
        return load(name, attempt);
      }
      try {
        const panel = await load(name, attempt);
        setTimeout(complete, PATIENCE_MS, name);
        return panel;
      } catch (error) {
        complete(name);
        throw error;
      }
    },
    complete,
    done,
  };
}

/** After the next frame: what follows an animation callback follows its painting. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_FRAME_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Names of the panels that the address asks for: the others come after them. */
export function firstPanelsOf(panels: readonly CatalogPanel[], path: string): readonly string[] {
  const ticket = ticketOfSegment(path.split('/')[3]);
  return panels
    .filter(({ description, enabled }) => enabled && isInFirstPaint(description, ticket !== null))
    .map(({ name }) => name);
}
