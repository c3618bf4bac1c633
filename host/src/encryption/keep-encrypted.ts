import type { Api } from '@inbox/api';
import type { AgentId } from '@inbox/domain';
import type { Connection, Toast } from '@inbox/events';
import type { ReadableStore } from '@inbox/panel/store';
import { hasEncrypted } from './encrypted-mark';
import { encryptStored } from './encrypted-storage';
import { ensureKey, openStored } from './put-away';
import { encryptionMessages as texts } from './messages';

interface Deps {
  api: Pick<Api, 'call'>;
  agent: AgentId;
  connection: ReadableStore<Connection>;
  toasts: {
    show(toast: Toast): void;
    /** Calls back with the id of the action that was pressed; returns how to stop. */
    onActed(listener: (id: string) => void): () => void;
  };
  reload(): void;
}

const RELOAD = 'host.decrypted';

/**
 * Has the agent's public key at hand for a sign-out at which nobody can ask the server, and encrypts what pages that ended too
 * soon have left of other agents. Decrypts late what the start of the page could not: panels have begun without it by then, so
 * a new page is offered. Returns how to stop.
 */
export function keepEncrypted({ api, agent, connection, toasts, reload }: Deps): () => void {
  encryptStored().catch((error: unknown) => console.warn('What others have stored could not be encrypted', error));
  let isRunning = false;
  async function look(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    const wasEncrypted = hasEncrypted(agent);
    const isOpen = await openStored(api, agent);
    if (wasEncrypted && isOpen) {
      toasts.show({ kind: 'success', text: texts.decrypted, action: { label: texts.reload, id: RELOAD } });
    }
    await ensureKey(api, agent);
    isRunning = false;
  }
  const onConnection = () => {
    if (connection.get().state === 'live') void look();
  };
  const ends = [connection.subscribe(onConnection), toasts.onActed((id) => id === RELOAD && reload())];
  void look();
  return () => {
    for (const end of ends) end();
  };
}
