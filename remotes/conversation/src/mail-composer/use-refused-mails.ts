import { ApiError } from '@inbox/api';
import { usePanel } from '@inbox/panel';
import type { ReadableStore } from '@inbox/panel/store';
import { useEffect } from 'react';
import { messages } from '../messages';
import type { AgentWorkspace } from '../workspace/agent-workspace';
import type { OpenTicket } from '../composer/use-reply-commands';

/** What is said of a mail that the server has refused: each field's first message (spec section 8), or that it failed. */
export function refusalsOf(error: Error): string[] {
  const fields = error instanceof ApiError ? (error.details.fields ?? {}) : {};
  const lines = Object.entries(fields).flatMap(([field, [first]]) =>
    first === undefined ? [] : [messages.mailRefused(field, first)],
  );
  return lines.length === 0 ? [messages.mailFailed] : lines;
}

/** Tells of each mail of the drawer that the server has refused; of which ticket, when another one is open. */
export function useRefusedMails(
  { sender }: Pick<AgentWorkspace, 'sender'>,
  open: ReadableStore<OpenTicket | null>,
): void {
  const { toast } = usePanel();
  useEffect(
    () =>
      sender.onRefused(({ mail, ticket_id }, error) => {
        // A colleague was faster: both stand beside each other, and the agent decides.
        if (mail === undefined || (error instanceof ApiError && error.details.code === 'newer_reply')) return;
        const isHere = open.get()?.ticket.id === ticket_id;
        for (const line of refusalsOf(error)) {
          toast('error', isHere ? line : messages.of(ticket_id, line), undefined, error);
        }
      }),
    [open, sender, toast],
  );
}
