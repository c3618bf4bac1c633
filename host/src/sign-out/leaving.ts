import type { Api } from '@inbox/api';
import type { AgentId } from '@inbox/domain';
import type { BusClient } from '@inbox/events';
import type { PutAway } from '../encryption/put-away';
import type { SignOutWork } from './sign-out-work';

/** Milliseconds that panels wait for what is decrypted for them. */
const DECRYPT_MS = 5_000;

const putAwayCode = () => import(/* webpackChunkName: "later" */ '../encryption/put-away');

interface Deps {
  api: Pick<Api, 'call'>;
  agent: AgentId;
  bus: Pick<BusClient, 'send'>;
  panels(): readonly { name: string; description: { title: string } }[];
  isOffline(): boolean;
  /** Signs out. */
  leave(how: PutAway): void;
  /** Opens the dialog. */
  ask(work: SignOutWork): void;
}

/** Resolves with whether something that panels have stored of the agent is readable still. Without the code nothing is put away here; the next page does it. */
export const putAway = (agent: AgentId, how: PutAway): Promise<boolean> =>
  putAwayCode().then(
    (code) => code.putAway(agent, how),
    () => true,
  );

/** Decrypts what an earlier sign-out has encrypted; resolves when panels may begin, in five seconds at the latest. */
export function openEncrypted(api: Pick<Api, 'call'>, agent: AgentId): Promise<unknown> {
  const limit = new Promise((resolve) => setTimeout(resolve, DECRYPT_MS));
  return Promise.race([putAwayCode().then((code) => code.openStored(api, agent)), limit]).catch(() => undefined);
}

/** Signs out, and asks before that about what would be left behind; once at a time. */
export function createAskAndLeave(deps: Deps): () => void {
  let asking: Promise<void> | null = null;
  async function ask(): Promise<void> {
    try {
      await (await import(/* webpackChunkName: "later" */ './sign-out-work')).askBeforeSignOut(deps);
    } catch (error) {
      // On a shared computer nothing is worse than a sign-out that does not happen.
      console.warn('What is unsent could not be looked for', error);
      deps.leave('encrypt');
    }
    asking = null;
  }
  return () => void (asking ??= ask());
}
