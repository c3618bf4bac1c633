import type { Outgoing } from '@inbox/domain';
import { useRef, useState } from 'react';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import type { SendProblem } from '../composer/use-send';

export interface SendMail {
  isSending: boolean;
  problem: SendProblem | null;
  send(): Promise<void>;
  /** Sends it from this page's memory; the drawer keeps it until the server has it. */
  sendUnstored(): Promise<void>;
}

/**
 * Sends the mail that stands in the drawer: stored first, and only then no longer a draft.
 * @param make what is to be sent; null when something is missing, which it has told
 */
export function useSendMail(make: () => Outgoing | null, onSent: () => void): SendMail {
  const { draftsOf, sender } = useAgentWorkspace();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<SendProblem | null>(null);
  const isBusy = useRef(false);

  const once = async (work: (outgoing: Outgoing) => Promise<SendProblem | null>) => {
    if (isBusy.current) return;
    const outgoing = make();
    if (outgoing === null) return;
    isBusy.current = true;
    setSending(true);
    const failed = await work(outgoing);
    isBusy.current = false;
    setSending(false);
    setProblem(failed);
    if (failed === null) onSent();
  };
  const draftFor = (outgoing: Outgoing) => draftsOf(outgoing).get(outgoing.ticket_id);

  return {
    isSending,
    problem,
    send: () =>
      once((outgoing) => {
        const takeOut = draftsOf(outgoing).takeOut(outgoing.ticket_id, draftFor(outgoing));
        return sender.send(outgoing, takeOut).stored.then(
          () => null,
          () => ({ kind: 'unstored' }),
        );
      }),
    sendUnstored: () =>
      once(async (outgoing) => {
        const written = draftFor(outgoing);
        setProblem({ kind: 'sending' });
        try {
          await sender.sendUnstored(outgoing);
          draftsOf(outgoing).sent(outgoing.ticket_id, written);
          return null;
        } catch (error) {
          return { kind: 'refused', text: error instanceof Error ? error.message : '' };
        }
      }),
  };
}
