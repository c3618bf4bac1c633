/** Two soft notes, rising. Hertz, and seconds from the beginning. */
const NOTES = [
  { hertz: 880, from: 0 },
  { hertz: 1174.66, from: 0.11 },
] as const;
const NOTE_SECONDS = 0.28;
const LOUDNESS = 0.12;

/** The sound of a new message, made by the browser: no file to load, nothing for a policy to forbid. */
export interface Chime {
  /** May this page make a sound? Browsers allow it once somebody has pressed something in it. */
  isReady(): boolean;
  play(): Promise<void>;
  stop(): void;
}

export function createChime(): Chime {
  const ended = new AbortController();
  const { signal } = ended;
  let context: AudioContext | null = null;

  function unlock(): void {
    // Where there is nothing to play on, the inbox stays silent.
    if (context || !('AudioContext' in window)) return;
    context = new AudioContext();
    // Idle until there is something to play: a running context takes power.
    void context.suspend();
  }
  if (navigator.userActivation?.hasBeenActive) unlock();
  for (const type of ['pointerdown', 'keydown']) {
    document.addEventListener(type, unlock, { capture: true, once: true, signal });
  }

  return {
    isReady: () => context !== null,
    async play() {
      if (!context) return;
      const playing = context;
      await playing.resume();
      const last = NOTES.map(({ hertz, from }) => playNote(playing, hertz, playing.currentTime + from)).at(-1);
      last?.addEventListener('ended', () => void playing.suspend().catch(() => {}));
    },
    stop() {
      ended.abort();
      void context?.close();
      context = null;
    },
  };
}

function playNote(context: AudioContext, hertz: number, from: number): OscillatorNode {
  const note = context.createOscillator();
  const volume = context.createGain();
  note.frequency.value = hertz;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + NOTE_SECONDS);
  note.connect(volume).connect(context.destination);
  note.start(from);
  note.stop(from + NOTE_SECONDS);
  return note;
}
