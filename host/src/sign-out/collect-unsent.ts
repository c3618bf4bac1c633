import type { BusClient, Unsent } from '@inbox/events';
import { signOutMessages as texts } from './messages';

/** Milliseconds in which a panel, or the browser's storage, answers. */
export const ANSWER_MS = 2_000;

/** What the agent's panels have stored in this browser alone. */
export interface FoundUnsent extends Unsent {
  /** Panels, by title, that have stored something and do not say what: not open, failed, or of an older release. */
  silent: string[];
}

export interface CollectDeps {
  bus: Pick<BusClient, 'send'>;
  /** All that there are, open or not. */
  panels(): readonly { name: string; title: string }[];
  /** The names of panels that have something in a database. */
  storing(timeoutMs: number): Promise<ReadonlySet<string>>;
}

/**
 * Asks every panel what a sign-out would leave behind. One that does not answer is judged by what it has stored, and holds
 * nobody up.
 * @param send whether what waits is to leave now
 */
export async function collectUnsent({ bus, panels, storing }: CollectDeps, send: boolean): Promise<FoundUnsent> {
  const stores = storing(ANSWER_MS);
  const answers = await Promise.all(
    panels().map(async ({ name, title }) => {
      const answer = await bus.send(`unsent.${name}`, { send }, { timeoutMs: ANSWER_MS }).catch(() => null);
      return { title, answer, isSilent: answer === null && (await stores).has(name) };
    }),
  );
  const found: FoundUnsent = { waiting: 0, held: 0, lines: [], silent: [] };
  for (const { title, answer, isSilent } of answers) {
    found.waiting += answer?.waiting ?? 0;
    found.held += answer?.held ?? 0;
    found.lines.push(...(answer?.lines ?? []));
    if (!isSilent) continue;
    found.silent.push(title);
    found.lines.push(texts.silent(title));
  }
  return found;
}
