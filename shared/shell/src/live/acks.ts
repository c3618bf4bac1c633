import { liveMessages as messages } from './messages';
import type { Clock } from './clock';

/** Milliseconds a typed message may wait for its answer; no longer than a command of the bus. */
const ANSWER_MS = 5_000;

interface Waiting {
  resolve(): void;
  reject(error: Error): void;
  timer: unknown;
}

/** Typed messages under way, by the `ref` under which the server answers. */
export class Acks {
  readonly #waiting = new Map<string, Waiting>();
  #made = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes a ref and hands it to `send`; resolves when the server has done it, rejects with words for people. */
  request(send: (ref: string) => void): Promise<void> {
    const ref = String(++this.#made);
    return new Promise((resolve, reject) => {
      const timer = this.#clock.setTimeout(() => this.refused(ref, messages.notAnswered), ANSWER_MS);
      this.#waiting.set(ref, { resolve, reject, timer });
      send(ref);
    });
  }

  done(ref: string): void {
    this.#take(ref)?.resolve();
  }

  refused(ref: string, message: string): void {
    this.#take(ref)?.reject(new Error(message));
  }

  /** The connection is gone: whether the server has done it is not known. */
  lost(): void {
    for (const ref of [...this.#waiting.keys()]) this.refused(ref, messages.connectionLost);
  }

  #take(ref: string): Waiting | undefined {
    const waiting = this.#waiting.get(ref);
    if (waiting) this.#clock.clearTimeout(waiting.timer);
    this.#waiting.delete(ref);
    return waiting;
  }
}
