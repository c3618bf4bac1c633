/** What the page notes of a panel's version, for those who look after panels. */
export interface HealthNote {
  panel: string;
  version: string;
  kind: 'load' | 'load_failed' | 'render_error';
  /** Milliseconds that it took to load. */
  value?: number;
}

/** Keeps what is noted until somebody follows it: what reports it is loaded after the first paint. */
export interface HealthLog {
  note(note: HealthNote): void;
  /** Hands over what was noted so far, and what will be. */
  follow(listener: (note: HealthNote) => void): void;
  /** Milliseconds that a release took to load, the last time that it was; undefined of one that was not. */
  loadTime(panel: string, version: string): number | undefined;
}

export function createHealthLog(): HealthLog {
  const noted: HealthNote[] = [];
  const times = new Map<string, number>();
  let take = (note: HealthNote): void => void noted.push(note);
  return {
    note(note) {
      const { panel, version, value } = note;
      if (value !== undefined) times.set(`${panel}@${version}`, value);
      take(note);
    },
    follow(listener) {
      take = listener;
      // Once: who follows later has what comes later.
      noted.splice(0).forEach(listener);
    },
    loadTime: (panel, version) => times.get(`${panel}@${version}`),
  };
}
