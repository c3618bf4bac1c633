import type { MailboxProblem } from '../../../accounts/mailbox-queries';
import { messages } from '../messages';

/** What does not work of a mailbox, a sentence for each way, for store admins and operators. */
export function mailProblemLines({ address, in_problem, out_problem }: MailboxProblem): string[] {
  return [
    ...(in_problem === null ? [] : [messages.mailbox.notIn(address, in_problem)]),
    ...(out_problem === null ? [] : [messages.mailbox.notOut(address, out_problem)]),
  ];
}
