import type { ContentId, EmailMessage, ReplyDraft, Ticket } from '@inbox/domain';
import { useRef, useState } from 'react';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import { isBlank, leftOver } from '../drafts/draft-view';
import { newOutgoing } from '../outbox/new-outgoing';
import { replyHead } from '../drafts/mail-fields';

/** Why a reply is still in its box after it was sent. */
export type SendProblem =
  /** The browser could not store it, so it was not sent. */
  | { kind: 'unstored' }
  /** It is being sent without being stored. */
  | { kind: 'sending' }
  /** The server has refused it. */
  | { kind: 'refused'; text: string };

interface UseSendOptions {
  ticket: Ticket;
  clockOffset: number;
  /** The newest item of the thread. */
  seen: ContentId | null;
  /** E-mail: the mail that is answered; null when the thread shows none. */
  answered: EmailMessage | null;
  /** What is to be sent; null while it is not ready. */
  draft: ReplyDraft | null;
}

/** Sends the draft of the ticket: stored first, and then no longer in the box. */
export function useSend({ ticket, clockOffset, seen, answered, draft }: UseSendOptions) {
  const { drafts, profile, sender } = useAgentWorkspace();
  const [problem, setProblem] = useState<SendProblem | null>(null);
  /** Sends that the browser is storing: until it has, their words are still in the box. */
  const storing = useRef<readonly ReplyDraft[]>([]);
  const made = (ready: ReplyDraft) =>
    newOutgoing(ticket, ready, Date.now() + clockOffset, seen, replyHead(answered, profile.email_accounts));

  const send = async (ready: ReplyDraft | null) => {
    if (ready === null) return;
    // Enter once more means what was written since, and nothing when that is nothing.
    const meant = storing.current.reduce(leftOver, ready);
    if (isBlank(meant)) return;
    storing.current = [...storing.current, meant];
    const { stored } = sender.send(made(meant), drafts.takeOut(ticket.id, meant));
    const failed = await stored.then(
      () => null,
      () => ({ kind: 'unstored' as const }),
    );
    storing.current = storing.current.filter((one) => one !== meant);
    setProblem(failed);
  };

  return {
    problem,
    send: () => void send(draft),
    /** Sends it from this page's memory; the box keeps it until the server has it. */
    async sendUnstored() {
      if (draft === null || problem?.kind === 'sending') return;
      setProblem({ kind: 'sending' });
      try {
        await sender.sendUnstored(made(draft));
        drafts.sent(ticket.id, draft);
        setProblem(null);
      } catch (error) {
        setProblem({ kind: 'refused', text: error instanceof Error ? error.message : '' });
      }
    },
  };
}
