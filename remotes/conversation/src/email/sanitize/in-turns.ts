/** Work that is done bit by bit. */
type Work = Iterator<unknown, void, void>;

const waiting: Work[] = [];
let isScheduled = false;

/**
 * Does what the mails of a page need one bit in a task, so that the browser can draw and answer keys in between, however
 * many mails are opened at once.
 *
 * @param work each step is one task of some milliseconds
 * @returns ends the work where it is
 */
export function inTurns(work: Generator<unknown, void, void>): () => void {
  waiting.push(work);
  schedule();
  return () => {
    const at = waiting.indexOf(work);
    if (at !== -1) waiting.splice(at, 1);
    work.return();
  };
}

function schedule(): void {
  if (isScheduled || waiting.length === 0) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    step();
  });
}

/** Newest first: of the mails that a thread opens with the last ones are looked at. */
function step(): void {
  const work = waiting.at(-1);
  if (!work) return;
  try {
    if (work.next().done) waiting.splice(waiting.indexOf(work), 1);
  } catch (error) {
    waiting.splice(waiting.indexOf(work), 1);
    reportError(error);
  } finally {
    schedule();
  }
}
