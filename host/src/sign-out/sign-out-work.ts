import type { Api } from '@inbox/api';
import type { AgentId } from '@inbox/domain';
import { canEncrypt } from '../encryption/agent-cipher';
import { ensureKey, storingPanels, type PutAway } from '../encryption/put-away';
import { collectUnsent, type CollectDeps, type FoundUnsent } from './collect-unsent';
import { signOutMessages as texts } from './messages';

/** What the dialog works with. */
export interface SignOutWork {
  found: FoundUnsent;
  /** Why nothing can be kept, in words; null when it can. */
  whyNotKept: string | null;
  collect(send: boolean): Promise<FoundUnsent>;
  isOffline(): boolean;
  leave(how: PutAway): void;
}

export interface SignOutDeps extends Pick<CollectDeps, 'bus'> {
  api: Pick<Api, 'call'>;
  agent: AgentId;
  /** All that there are, open or not. */
  panels(): readonly { name: string; description: { title: string } }[];
  isOffline(): boolean;
  leave(how: PutAway): void;
  /** Opens the dialog. */
  ask(work: SignOutWork): void;
}

/** Asks the agent where a sign-out would leave something behind; signs out at once where it does not. */
export async function askBeforeSignOut({ api, agent, bus, panels, ...deps }: SignOutDeps): Promise<void> {
  const titled = () => panels().map(({ name, description: { title } }) => ({ name, title }));
  const collect = (send: boolean) =>
    collectUnsent({ bus, panels: titled, storing: (timeoutMs) => storingPanels(agent, timeoutMs) }, send);
  const isKept = await ensureKey(api, agent);
  const found = await collect(false);
  // What is left then is no work of the agent.
  if (found.lines.length === 0) return deps.leave(isKept ? 'encrypt' : 'discard');
  const whyNotKept = isKept ? null : canEncrypt() ? texts.noKey : texts.noHttps;
  deps.ask({ found, whyNotKept, collect, isOffline: deps.isOffline, leave: deps.leave });
}
