import type { Observable } from 'rxjs';
import type { TopicKey } from './command-error';

export interface StateOwner {
  set(value: unknown): void;
  /** Gives the topic up; late subscribers still get the last value. */
  release(): void;
}

/**
 * One party's end of the bus: what it does there is done under the name under which it joined. It carries JSON under topic
 * keys; panels and shell use it through `connectBus`, which types and checks every payload.
 *
 * state: one owner, the last value at once to late subscribers · event: no replay · command: exactly one handler.
 */
export interface BusPort {
  readonly who: string;
  /** @throws Error when the topic has an owner. */
  own(topic: TopicKey): StateOwner;
  state(topic: TopicKey): Observable<unknown>;
  emit(topic: TopicKey, payload: unknown): void;
  events(topic: TopicKey): Observable<unknown>;
  /** @throws Error when the command has a handler. Returns how to stop handling. */
  handle(topic: TopicKey, handler: (payload: unknown) => unknown): () => void;
  /** Rejects with a CommandError: no-handler, timeout, refused or failed. */
  send(topic: TopicKey, payload: unknown, timeoutMs: number): Promise<unknown>;
  reportFault(topic: TopicKey, error: unknown): void;
  /** Ends every subscription, ownership and handler of this party. */
  leave(): void;
}
