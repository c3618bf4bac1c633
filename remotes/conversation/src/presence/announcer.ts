import type { Presence } from '@inbox/domain';

/** Milliseconds. Whoever goes on writing says so again before the others stop to believe it (`TYPING_LASTS_MS`). */
const AGAIN_MS = 3_000;
const QUIET_MS = 4_000;
/** For how long a hidden page still counts as being there. */
const HIDDEN_MS = 60_000;

/** Tells the others what this page's agent does in one ticket; says little, however many keys are pressed. */
export interface Announcer {
  /** There, or, on a new line, still there. */
  here(): void;
  typed(): void;
  /** What was written is sent or thrown away. */
  stopped(): void;
  /** The page is shown, or hidden. */
  shown(isShown: boolean): void;
  /** For good. */
  leave(): void;
}

/** @param say is told what the agent does; null: is not there */
export function createAnnouncer(say: (doing: Presence['doing'] | null) => void): Announcer {
  let isThere = false;
  let announcedTyping: number | null = null;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let hidden: ReturnType<typeof setTimeout> | undefined;

  function here(): void {
    clearTimeout(quiet);
    isThere = true;
    announcedTyping = null;
    say('viewing');
  }
  function leave(): void {
    clearTimeout(quiet);
    clearTimeout(hidden);
    announcedTyping = null;
    if (isThere) say(null);
    isThere = false;
  }
  const stopped = () => {
    if (announcedTyping !== null) here();
  };

  return {
    here,
    stopped,
    leave,
    typed() {
      isThere = true;
      clearTimeout(quiet);
      quiet = setTimeout(stopped, QUIET_MS);
      const now = Date.now();
      if (announcedTyping !== null && now - announcedTyping < AGAIN_MS) return;
      announcedTyping = now;
      say('typing');
    },
    shown(isShown) {
      clearTimeout(hidden);
      if (!isShown) hidden = setTimeout(leave, HIDDEN_MS);
      else if (!isThere) here();
    },
  };
}
