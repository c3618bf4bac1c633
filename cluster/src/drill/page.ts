import { setTimeout as delay } from 'node:timers/promises';
import type { MerchantId } from '@inbox/domain';
import { WebSocket } from 'ws';
import * as z from 'zod';
import type { DrillWorld } from './world';

const AGAIN_MS = 250;
/** Milliseconds without a word after which a page takes its connection for dead: two beats of the inbox and some. */
const SILENCE_MS = 70_000;

const Told = z.looseObject({ type: z.string(), seq: z.optional(z.int()) });

/** An open page of a merchant's: it connects again wherever it is led, and asks for what it has missed. */
export interface Page {
  merchant: MerchantId;
  /** What was the last when it opened. */
  from: number;
  /** The numbers of the events that it was told, in the order of their coming. */
  heard: readonly number[];
  /** How often it had to load anew, since too much was missed to be sent. */
  readonly anew: number;
  end(): Promise<void>;
}

export async function openPage(
  { origin, certificate }: DrillWorld,
  merchant: MerchantId,
  token: string,
): Promise<Page> {
  const heard: number[] = [];
  let anew = 0;
  let isOver = false;
  let socket: WebSocket | undefined;
  let since: number | undefined;
  let begin: (from: number) => void = () => undefined;
  const begun = new Promise<number>((resolve) => (begin = resolve));

  async function live(): Promise<void> {
    while (!isOver) {
      const query = new URLSearchParams({ jwt: token, ...(since !== undefined && { since: String(since) }) });
      const own = new WebSocket(`${origin.replace('http', 'ws')}/ws/inbox/?${query.toString()}`, { ca: certificate });
      socket = own;
      const deaf = setTimeout(() => own.terminate(), SILENCE_MS);
      own.on('error', () => undefined);
      own.on('ping', () => deaf.refresh());
      own.on('message', (data: Buffer) => {
        deaf.refresh();
        const { type, seq } = z.parse(Told, JSON.parse(data.toString()));
        if (type === 'live.resync') anew += 1;
        if (seq === undefined) return;
        if (type === 'live.hello') {
          since ??= seq;
          begin(since);
        } else if (!type.startsWith('live.')) {
          heard.push(seq);
          since = seq;
        }
      });
      await new Promise((resolve) => own.once('close', resolve));
      clearTimeout(deaf);
      if (!isOver) await delay(AGAIN_MS);
    }
  }

  const living = live();
  return {
    merchant,
    from: await begun,
    heard,
    get anew() {
      return anew;
    },
    async end() {
      isOver = true;
      socket?.close();
      await living;
    },
  };
}
