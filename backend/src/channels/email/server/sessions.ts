import type { SMTPServer, SMTPServerSession } from 'smtp-server';

/** What one network address may take of the mail server, so that nobody can take it from all others. */
export interface SessionLimits {
  /** Connections of one address at once. */
  perAddress: number;
  /** New connections of one address within a minute. */
  perMinute: number;
  /** Milliseconds without a mail begun or under way, whatever else is said meanwhile. */
  idleMs: number;
  /** Milliseconds that a session may last, waiting for our own answers apart. */
  totalMs: number;
}

export const SESSION_LIMITS: SessionLimits = { perAddress: 20, perMinute: 600, idleMs: 60_000, totalMs: 15 * 60_000 };

const MINUTE_MS = 60_000;
/** Times are looked at this often at least. */
const LOOK_EVERY_MS = 5_000;

interface Known {
  address: string;
  openedAt: number;
  /** When a mail was last begun or ended. */
  activeAt: number;
  /** What the client waits for us with, which is not its fault. */
  isOurTurn: boolean;
  isInMail: boolean;
}

export interface Sessions {
  /** A client is here. @returns why it may not come in; null when it may */
  open(session: SMTPServerSession): string | null;
  close(session: SMTPServerSession): void;
  /** A mail has begun, is all here, or has been answered. */
  mail(session: SMTPServerSession, state: 'begun' | 'received' | 'answered'): void;
  stop(): void;
}

/** Counts connections by address, and ends those that last too long. */
export function watchSessions(server: () => SMTPServer, limits: SessionLimits = SESSION_LIMITS): Sessions {
  const known = new Map<string, Known>();
  const opened = new Map<string, number[]>();

  const look = (): void => {
    const now = performance.now();
    for (const connection of server().connections) {
      const each = known.get(connection.session.id);
      if (each === undefined || each.isOurTurn) continue;
      const isIdle = !each.isInMail && now - each.activeAt > limits.idleMs;
      if (isIdle) connection.send(421, 'No mail has come for too long');
      else if (now - each.openedAt > limits.totalMs) connection.send(421, 'This session has lasted too long');
    }
    for (const [address, times] of opened) {
      const recent = times.filter((time) => now - time < MINUTE_MS);
      if (recent.length === 0) opened.delete(address);
      else opened.set(address, recent);
    }
  };
  const timer = setInterval(look, Math.min(LOOK_EVERY_MS, limits.idleMs / 4));
  timer.unref();

  return {
    open(session) {
      const address = networkOf(session.remoteAddress);
      const now = performance.now();
      const recent = (opened.get(address) ?? []).filter((time) => now - time < MINUTE_MS);
      const together = [...known.values()].filter((each) => each.address === address).length;
      if (together >= limits.perAddress) return 'Too many connections from your address';
      if (recent.length >= limits.perMinute) return 'Your address connects too often, try again in a minute';
      opened.set(address, [...recent, now]);
      known.set(session.id, { address, openedAt: now, activeAt: now, isOurTurn: false, isInMail: false });
      return null;
    },
    close(session) {
      known.delete(session.id);
    },
    mail(session, state) {
      const each = known.get(session.id);
      if (each === undefined) return;
      each.activeAt = performance.now();
      each.isInMail = state !== 'answered';
      each.isOurTurn = state === 'received';
      // Each mail begins its time anew: a relay may go on for hours.
      if (state === 'answered') each.openedAt = each.activeAt;
    },
    stop: () => clearInterval(timer),
  };
}

/** Who has one address of IPv6 has all of its network, of 64 bits. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  if (!plain.includes(':')) return plain;
  const [front = '', back] = plain.split('::');
  const first = front.split(':').filter(Boolean);
  const last = (back ?? '').split(':').filter(Boolean);
  const zeros =
    back === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
