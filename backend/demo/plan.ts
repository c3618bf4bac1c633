import type { KnownSource, Priority, TicketStatus } from '@inbox/domain';
import { person, product, script, type Line, type MentionedOrder, type Person, type Random } from '@inbox/simulate';

/** One demo ticket before it happens: who writes when, who answers, and how it ends. Times are in milliseconds. */
export interface PlannedTicket {
  who: Person;
  source: KnownSource;
  subject: string;
  tag: string | null;
  /** What the customer writes about. */
  mentioned: MentionedOrder;
  lines: (Line & { at: number })[];
  status: TicketStatus;
  /** Which of the merchant's assignable agents owns it; null: nobody. */
  owner: number | null;
  priority: Priority;
  hasNote: boolean;
  /** The agent has seen it, although the customer wrote last. */
  isRead: boolean;
  /** It is closed with a survey. */
  isSurveyed: boolean;
}

/** A customer's tickets on one channel, one after the other. */
export type PlannedConversation = PlannedTicket[];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Which of the conversations has a very long thread. */
const LONG_THREAD = 7;

/** How tickets are spread over the channels, in parts of 100. */
const SOURCES: readonly [KnownSource, number][] = [
  ['whatsapp', 52],
  ['email', 20],
  ['instagram', 12],
  ['messenger', 7],
  ['phone', 4],
  ['comment', 5],
];

/** Running tickets by status, in parts of 100; all others are closed. */
const RUNNING: readonly [TicketStatus, number][] = [
  ['unassigned', 24],
  ['assigned', 24],
  ['open', 34],
  ['follow_up', 9],
  ['assigned_to_bot', 9],
];

function weighted<T>(random: Random, table: readonly (readonly [T, number])[], fallback: T): T {
  let point = random.next() * table.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of table) if ((point -= weight) < 0) return value;
  return fallback;
}

/** Tickets of one merchant, as conversations; the same for the same random source and time. */
export function planConversations(
  random: Random,
  { tickets, agents, now, longest }: { tickets: number; agents: number; now: number; longest: number },
): PlannedConversation[] {
  const conversations: PlannedConversation[] = [];
  const running = Math.max(5, Math.round(tickets * 0.65));
  let made = 0;
  for (let index = 0; made < tickets; index++) {
    const who = unusual(index) ?? person(random, index);
    // However few there are, every channel and every state is among them.
    const isLong = index === LONG_THREAD;
    const source = isLong ? 'whatsapp' : (SOURCES[index]?.[0] ?? weighted(random, SOURCES, 'whatsapp'));
    const isRunning = index < running;
    const drawn = isRunning ? (RUNNING[index]?.[0] ?? weighted(random, RUNNING, 'open')) : 'closed';
    const status = isLong ? 'open' : drawn;
    const end = isRunning ? recently(random, now) : now - DAY - random.next() ** 1.5 * 44 * DAY;
    const last = plan(random, { who, source, status, end, agents, repeats: isLong ? Math.ceil(longest / 4) : 1 });
    const conversation: PlannedConversation = [last];
    const began = last.lines[0]?.at ?? end;
    if (random.chance(0.08)) {
      const before = began - DAY - random.next() * 10 * DAY;
      conversation.unshift(plan(random, { who, source, status: 'closed', end: before, agents, repeats: 1 }));
    }
    const rating = last.isSurveyed ? ratingOf(last) : null;
    if (rating !== null) conversation.push(ratingTicket(last, rating));
    conversations.push(conversation);
    made += conversation.length;
  }
  return conversations;
}

/** Most running tickets moved in the last hours; some wait for days, so that sessions have run out. */
function recently(random: Random, now: number): number {
  return now - MINUTE - (random.chance(0.75) ? random.next() ** 2 * 23.5 * HOUR : random.next() * 4 * DAY);
}

function plan(
  random: Random,
  of: {
    who: Person;
    source: KnownSource;
    status: TicketStatus;
    end: number;
    agents: number;
    /** How often the script is told: more than once makes a long thread. */
    repeats: number;
  },
): PlannedTicket {
  const number = String(random.between(10_000, 99_999));
  const item = product(random);
  const { subject, tag, lines } = script(random, number, item.name);
  const isUnowned = of.status === 'unassigned' || of.status === 'assigned_to_bot';
  // Nobody has answered what nobody owns, and what was just assigned.
  const isUnanswered = isUnowned || of.status === 'assigned';
  const told = isUnanswered ? lines.filter(({ by }) => by === 'customer').slice(0, random.between(1, 2)) : lines;
  const all = of.repeats > 1 ? Array.from({ length: of.repeats }, () => lines).flat() : told;
  let at = of.end;
  const timed = all
    .toReversed()
    .map((line) => {
      const time = at;
      at -= Math.round((0.5 + random.next() * 11) * (of.repeats > 1 ? 0.3 : 1) * MINUTE);
      return { ...line, at: time };
    })
    .reverse();
  return {
    who: of.who,
    source: of.source,
    subject,
    tag: random.chance(0.6) ? tag : null,
    mentioned: { number, item, about: tag, at: timed[0]?.at ?? of.end },
    lines: timed,
    status: of.status,
    owner: isUnowned ? null : random.between(0, of.agents - 1),
    priority: weighted<Priority>(random, [[0, 70], [1, 10], [2, 12], [3, 8]], 0), // prettier-ignore
    hasNote: random.chance(0.08),
    isRead: random.chance(of.status === 'unassigned' ? 0.2 : 0.5),
    isSurveyed: of.status === 'closed' && CHATS.includes(of.source) && Number(number) % 3 > 0,
  };
}

const CHATS: readonly KnownSource[] = ['whatsapp', 'instagram', 'messenger'];
/** What customers answer to a survey, in turn; null: nothing. */
const RATINGS = [5, 4, null, 5, 3, 5, null, 4, 5, 2, null, 4, 1];

const ratingOf = ({ mentioned }: PlannedTicket) => RATINGS[Number(mentioned.number) % RATINGS.length] ?? null;

/** The answer to the survey comes when the ticket is closed, and begins another one, which is closed as well. */
function ratingTicket(surveyed: PlannedTicket, rating: number): PlannedTicket {
  const at = (surveyed.lines.at(-1)?.at ?? 0) + (2 + (Number(surveyed.mentioned.number) % 50)) * MINUTE;
  return {
    ...surveyed,
    tag: null,
    lines: [{ by: 'customer', text: String(rating), at }],
    priority: 0,
    hasNote: false,
    isRead: true,
    isSurveyed: false,
  };
}

/** Names that a careless layout breaks on; they come first, so that they are seen. */
function unusual(index: number): Person | undefined {
  const names = [
    undefined,
    'Venkatanarasimharajuvaripeta Subrahmanyeshwara Bhattacharya-Chattopadhyay',
    undefined,
    undefined,
    'محمد عبد الرحمن الأنصاري',
    'श्रीमती सावित्रीबाई देशपांडे',
    'கிருஷ்ணமூர்த்தி வேங்கடராமன்',
  ];
  const full_name = names[index];
  if (full_name === undefined) return undefined;
  const [first_name = '', ...rest] = full_name.split(' ');
  return {
    first_name,
    last_name: rest.join(' '),
    full_name,
    phone: `9188000000${index}0`,
    email: `unusual${index}@mail.example`,
    address: '1, Long Street',
    city: 'Chennai',
    pin: '600001',
  };
}
