import { ticketIdSchema } from '@inbox/domain';
import { createDrafts, type Drafts } from '../drafts/drafts';
import { createRecordDb, UNSENT } from '../storage/record-db';
import { createRecords, openTabChannel } from '../storage/records';

const channels = new Set<PageChannel>();

/** Between the pages of one test: jsdom has none, and Node's keeps the process alive. */
class PageChannel extends EventTarget {
  constructor(readonly name: string) {
    super();
    channels.add(this);
  }
  postMessage(data: unknown): void {
    const others = [...channels].filter((other) => other !== this && other.name === this.name);
    for (const other of others) {
      setTimeout(() => channels.has(other) && other.dispatchEvent(new MessageEvent('message', { data })));
    }
  }
  close(): void {
    channels.delete(this);
  }
}

/** Lets the pages that are opened from now on hear each other. */
export function connectTabs(): void {
  Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, value: PageChannel });
}

/** What another tab of the same browser has of the agent's drafts. */
export async function anotherTab(agentId = 1): Promise<{ drafts: Drafts; send(ticket: number): Promise<void> }> {
  const name = `inbox.conversation.${agentId}.unsent`;
  const openChannel = () => openTabChannel(name);
  const records = createRecords({ db: createRecordDb(name, UNSENT), openChannel, report: () => undefined });
  const drafts = createDrafts({ records, tab: 'another tab', before: null, isOpen: () => true, newId: () => 'aside' });
  drafts.start();
  records.start();
  await records.loaded;
  return {
    drafts,
    async send(id) {
      const ticket = ticketIdSchema.parse(id);
      const draft = drafts.get(ticket);
      const { kinds, work, completed } = drafts.takeOut(ticket, draft);
      await records.change(kinds, work);
      completed();
    },
  };
}
