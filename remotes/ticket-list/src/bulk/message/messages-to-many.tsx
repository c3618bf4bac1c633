import type { Acting, BulkTarget, Ticket } from '@inbox/domain';
import type { ManyRun } from '@inbox/domain/conversation';
import { usePanel, usePanelStorage } from '@inbox/panel';
import { useEffect, useState } from 'react';
import { ComposeMany } from './compose-many';
import { messages } from './messages';
import { RunStrip } from './run-strip';
import { createRunner } from './runner';

export interface AskedMessage {
  target: BulkTarget;
  rows: readonly Ticket[];
}

export interface MessagesToManyProps {
  /** What a message is being written for; null: for nothing. */
  asked: AskedMessage | null;
  acting: Acting;
  /** It is being sent: what was chosen for it has served. */
  onStarted(target: BulkTarget): void;
  onClose(): void;
}

/** Messages to many tickets: the dialog, and the one that is under way. */
export default function MessagesToMany({ asked, acting, onStarted, onClose }: MessagesToManyProps) {
  const { api, toast } = usePanel();
  const storage = usePanelStorage();
  const [runner] = useState(() => createRunner({ api, storage, alone }));
  useEffect(() => runner.open(), [runner]);

  const start = (target: BulkTarget, run: ManyRun): boolean => {
    const begun = runner.start(run);
    if (begun !== 'started') {
      toast('error', begun === 'busy' ? messages.busy : messages.notStored);
      return false;
    }
    onStarted(target);
    return true;
  };
  return (
    <>
      <RunStrip runner={runner} />
      {asked && (
        <ComposeMany
          target={asked.target}
          rows={asked.rows}
          acting={acting}
          onStart={(run) => start(asked.target, run)}
          onClose={onClose}
        />
      )}
    </>
  );
}

const NAME = 'inbox.ticket-list.message-to-many';

/** Does this while no other tab of this browser does; answers whether it was this one. */
async function alone(work: () => Promise<void>): Promise<boolean> {
  // Over plain HTTP there are no locks. The server makes one message of several tabs' requests all the same.
  if (!('locks' in navigator)) {
    await work();
    return true;
  }
  return navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await work();
    return true;
  });
}
