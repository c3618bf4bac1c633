import { AGENT_STATUSES, type AgentStatus } from '@inbox/domain';
import * as z from 'zod/mini';
import { createStore, type Store } from '@inbox/panel/store';
import { readStoredText, removeStored, writeStoredText } from '../storage';

export const AGENT_STATUS_KEY = 'agent_status';

export interface AgentStatusOptions {
  setOnServer(status: AgentStatus): Promise<unknown>;
  onFailed(): void;
}

/** The agent's availability: kept in this browser as agent_status and stored on the server (spec section 4). */
export interface AgentStatusKeeper {
  current: Store<AgentStatus>;
  /** Shows the choice at once; takes it back when the server did not take it. */
  choose(status: AgentStatus): Promise<void>;
  /** On socket open: sends the server what is stored here, offline by default. */
  restore(): Promise<void>;
  forget(): void;
  /** Stops listening to other tabs. */
  stop(): void;
}

export const forgetAgentStatus = (): void => removeStored(AGENT_STATUS_KEY);

/** A stored `logout` belongs to the session that it ended. */
function storedStatus(): AgentStatus {
  const stored = readStoredText(AGENT_STATUS_KEY, z.enum(AGENT_STATUSES));
  return stored === null || stored === 'logout' ? 'offline' : stored;
}

export function createAgentStatus({ setOnServer, onFailed }: AgentStatusOptions): AgentStatusKeeper {
  const current = createStore<AgentStatus>(storedStatus());
  /** Another tab has chosen, and the server knows. */
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === AGENT_STATUS_KEY && newValue !== null) current.set(storedStatus());
  };
  window.addEventListener('storage', onStorage);
  return {
    current,
    async choose(status) {
      const before = current.get();
      current.set(status);
      writeStoredText(AGENT_STATUS_KEY, status);
      try {
        await setOnServer(status);
      } catch {
        onFailed();
        // A later choice is not taken back by the failure of an earlier one.
        if (current.get() !== status) return;
        current.set(before);
        writeStoredText(AGENT_STATUS_KEY, before);
      }
    },
    async restore() {
      current.set(storedStatus());
      // The next time the connection opens it is sent again.
      await setOnServer(current.get()).catch(() => {});
    },
    forget: forgetAgentStatus,
    stop: () => window.removeEventListener('storage', onStorage),
  };
}
