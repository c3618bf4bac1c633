import type { Connection } from '@inbox/events';
import { Timer, type Clock } from './clock';
import { START_MS } from './policy';

/**
 * What the page is told of the line. In the first second after the start it is told 'connecting', whatever happens on
 * the line (spec section 9): a line that is greeted, or refused once, in that time makes nothing flicker.
 */
export class ConnectionFlag {
  readonly #tell: (connection: Connection) => void;
  readonly #start: Timer;
  #held: Connection | null = null;

  constructor(clock: Clock, tell: (connection: Connection) => void) {
    this.#start = new Timer(clock);
    this.#tell = tell;
  }

  start(): void {
    this.#tell({ state: 'connecting' });
    this.#start.set(START_MS, () => {
      if (this.#held) this.#tell(this.#held);
      this.#held = null;
    });
  }

  set(connection: Connection): void {
    if (this.#start.isSet) this.#held = connection;
    else this.#tell(connection);
  }

  stop(): void {
    this.#start.clear();
  }
}
