import type { Connection } from '@inbox/events';
import { Timer, type Clock } from './clock';
import { START_MS } from './policy';

/**
 * What the page shows of the connection. In the first second after the start it shows 'connecting', whatever happens on
 * the connection (spec section 9): a connection that is greeted, or refused once, in that time makes nothing flicker.
 */
export class ConnectionFlag {
  readonly #notify: (connection: Connection) => void;
  readonly #start: Timer;
  #held: Connection | null = null;

  constructor(clock: Clock, notify: (connection: Connection) => void) {
    this.#start = new Timer(clock);
    this.#notify = notify;
  }

  start(): void {
    this.#notify({ state: 'connecting' });
    this.#start.set(START_MS, () => {
      if (this.#held) this.#notify(this.#held);
      this.#held = null;
    });
  }

  set(connection: Connection): void {
    if (this.#start.isSet) this.#held = connection;
    else this.#notify(connection);
  }

  stop(): void {
    this.#start.clear();
  }
}
