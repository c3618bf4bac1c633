import type { TempId, TemplateId, TicketId } from '../ids';
import { SEND_STATUSES } from '../messages/message-base';
import { mayAct, mayReply, type Acting, type RuledTicket, type Verdict } from '../actions/rules';
import { maySendTemplate } from '../templates/template';
import type { ConversationSource, TicketStatus } from '../tickets/ticket';

/** Tickets that one message goes to. */
export const MOST_SENDS = 500;

/** Tickets of one request: each is a piece of work of its own on the server. */
export const SENDS_PER_REQUEST = 20;

/** What is sent to many tickets. */
export type ManyKind = 'message' | 'template';

/** One ticket's send. The id is made once, and is the same whenever it is requested: however often, it is one message. */
export interface TicketSend {
  ticket_id: TicketId;
  temp_id: TempId;
}

/** `skipped`: this ticket is not one that such a message goes to; `refused`: its message cannot be sent. */
export const SEND_OUTCOMES = [...SEND_STATUSES, 'skipped', 'refused'] as const;

/** What has become of one ticket's send: where its message is, or that there is none, and why. */
export interface SendResult extends TicketSend {
  outcome: (typeof SEND_OUTCOMES)[number];
  /** In words for people; null when there is nothing to say. */
  reason: string | null;
}

export type ManySkip =
  | 'closed'
  | 'session_expired'
  | 'follow_up'
  | 'unassigned'
  | 'not_owner'
  | 'channel'
  | 'not_whatsapp';

/** Channels on which a message can begin without something that it answers. */
const MESSAGE_CHANNELS: readonly ConversationSource[] = ['whatsapp', 'instagram', 'messenger', 'email'];
const STATUSES: readonly TicketStatus[] = ['assigned', 'open'];

/** May a message be sent to chosen tickets of these statuses? Only to assigned or open ones (spec section 2). */
export function mayMessageMany(statuses: readonly TicketStatus[] | 'unknown'): Verdict<'not_assigned'> {
  const isAny = statuses === 'unknown' || statuses.some((status) => STATUSES.includes(status));
  return isAny ? { allowed: true } : { allowed: false, reason: 'not_assigned' };
}

const no = (reason: ManySkip) => ({ allowed: false, reason }) as const;

/**
 * Does a message or template for many go to this ticket at `now` (milliseconds)? To assigned and open ones alone (spec
 * section 2), for their owner or a store admin (section 6), and where the same could be sent by itself (section 4).
 */
export function maySendToMany(agent: Acting, ticket: RuledTicket, kind: ManyKind, now: number): Verdict<ManySkip> {
  if (ticket.status === 'closed') return no('closed');
  if (ticket.status === 'follow_up') return no('follow_up');
  if (!STATUSES.includes(ticket.status)) return no('unassigned');
  if (kind === 'template' && ticket.conversation_source !== 'whatsapp') return no('not_whatsapp');
  if (kind === 'message' && !MESSAGE_CHANNELS.includes(ticket.conversation_source)) return no('channel');
  if (!mayAct(agent, ticket).allowed) return no('not_owner');
  if (kind === 'template') return maySendTemplate(agent, ticket).allowed ? { allowed: true } : no('not_owner');
  const verdict = mayReply(agent, ticket, now);
  if (verdict.allowed) return verdict;
  return no(verdict.reason === 'session_expired' ? 'session_expired' : 'not_owner');
}

/** What many tickets get. */
export type ManyWork =
  | { kind: 'message'; message: string }
  | {
      kind: 'template';
      template_id: TemplateId;
      parameters: Record<string, string>;
      button_url: string | null;
      /** The file that it begins with, uploaded once for all of them; null where it has none. */
      media_url: string | null;
    };

/** One message to many tickets, from its start until what became of it has been read. Whom it goes to never changes. */
export interface ManyRun {
  work: ManyWork;
  sends: readonly TicketSend[];
  /** Tickets that were chosen and that it does not go to, as the rules said at its start. */
  skipped: readonly { ticket_id: TicketId; reason: string }[];
  /** How many of the sends, from the first on, may have left this browser. */
  asked: number;
  /** No further ones are to leave. */
  isStopped: boolean;
  /** What the server has said, by temp_id. */
  results: Readonly<Record<string, Pick<SendResult, 'outcome' | 'reason'>>>;
}

export const newRun = (
  work: ManyWork,
  tickets: readonly TicketId[],
  skipped: ManyRun['skipped'],
  newTempId: () => TempId,
): ManyRun => ({
  work,
  sends: tickets.map((ticket_id) => ({ ticket_id, temp_id: newTempId() })),
  skipped,
  asked: 0,
  isStopped: false,
  results: {},
});

/** What is requested next: first what may have left already and has no answer. Empty when all is answered, or stopped. */
export function nextSends({ sends, results, isStopped }: ManyRun): readonly TicketSend[] {
  if (isStopped) return [];
  return sends.filter(({ temp_id }) => results[temp_id] === undefined).slice(0, SENDS_PER_REQUEST);
}

/** These are about to leave: said before they do. */
export function withAsked(run: ManyRun, sends: readonly TicketSend[]): ManyRun {
  const last = sends.at(-1);
  const asked = last === undefined ? 0 : run.sends.findIndex(({ temp_id }) => temp_id === last.temp_id) + 1;
  return { ...run, asked: Math.max(run.asked, asked) };
}

/** Answers count for the tickets that they were requested for, and for no other. */
export function withResults(run: ManyRun, told: readonly SendResult[]): ManyRun {
  const own = new Map(run.sends.map(({ temp_id, ticket_id }) => [temp_id, ticket_id]));
  const fitting = told.filter(({ temp_id, ticket_id }) => own.get(temp_id) === ticket_id);
  const added = fitting.map(({ temp_id, outcome, reason }) => [temp_id, { outcome, reason }] as const);
  return { ...run, results: { ...run.results, ...Object.fromEntries(added) } };
}

/** Sends that may have left and of which it is not known, or not for good, what became of them. */
export const openSends = ({ sends, asked, results }: ManyRun): TempId[] =>
  sends
    .slice(0, asked)
    .filter(({ temp_id }) => ['sending', undefined].includes(results[temp_id]?.outcome))
    .map(({ temp_id }) => temp_id);

/** How many tickets are where. All of them together are those that were chosen. */
export interface RunCounts {
  sent: number;
  /** The server has it, and the channel has not answered yet. */
  onTheWay: number;
  notSent: number;
  /** Nobody knows whether it was sent. */
  unknown: number;
  /** Nothing has left for them. */
  left: number;
  skipped: number;
}

export function countRun({ sends, asked, results, skipped, isStopped }: ManyRun): RunCounts {
  const counts: RunCounts = { sent: 0, onTheWay: 0, notSent: 0, unknown: 0, left: 0, skipped: skipped.length };
  sends.forEach(({ temp_id }, index) => {
    counts[placeOf(results[temp_id]?.outcome, { mayHaveLeft: index < asked, isStopped })] += 1;
  });
  return counts;
}

function placeOf(
  outcome: SendResult['outcome'] | undefined,
  { mayHaveLeft, isStopped }: { mayHaveLeft: boolean; isStopped: boolean },
): keyof RunCounts {
  switch (outcome) {
    case 'sent':
      return 'sent';
    case 'sending':
      return 'onTheWay';
    case 'skipped':
      return 'skipped';
    case 'unknown':
      return 'unknown';
    case 'not_sent':
    case 'refused':
      return 'notSent';
    case undefined:
      if (mayHaveLeft) return 'unknown';
      return isStopped ? 'notSent' : 'left';
  }
}
