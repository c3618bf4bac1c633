import ICAL from 'ical.js';

/** What a calendar invitation says. */
export interface Invitation {
  title: string;
  /** Moments; of a whole day its midnight here. */
  start: Date;
  end: Date | null;
  /** Whole days: the clock does not matter. */
  isWholeDay: boolean;
  repeats: boolean;
  where: string;
  organizer: string;
  guests: readonly string[];
  isCancelled: boolean;
  /** It was sent before, and says something else now. */
  isUpdate: boolean;
  /** What the sender's clock shows, where that is not what the agent's does; as times of the agent's clock. */
  theirs: { start: Date; end: Date | null; zone: string } | null;
}

/** The first event of an iCalendar file (RFC 5545); null when there is none that can be read. */
export function readInvitation(text: string): Invitation | null {
  try {
    const calendar = ICAL.Component.fromString(text);
    const component = calendar.getFirstSubcomponent('vevent');
    if (!component) return null;
    const event = new ICAL.Event(component);
    const { startDate, endDate } = event;
    if (!startDate) return null;
    const cancelled = isCancelled(calendar, component);
    return {
      title: event.summary ?? '',
      start: startDate.toJSDate(),
      end: endDate && lastMoment(endDate, startDate),
      isWholeDay: startDate.isDate,
      repeats: event.isRecurring(),
      where: event.location ?? '',
      organizer: personOf(component.getFirstProperty('organizer')),
      guests: event.attendees.map(personOf).filter((name) => name !== ''),
      isCancelled: cancelled,
      isUpdate: !cancelled && event.sequence > 0,
      theirs: theirClock(startDate, endDate),
    };
  } catch {
    return null;
  }
}

/** Of whole days the end is the day after the last one. */
function lastMoment(end: ICAL.Time, start: ICAL.Time): Date | null {
  const last = end.clone();
  if (last.isDate) last.adjust(-1, 0, 0, 0);
  return last.compare(start) > 0 ? last.toJSDate() : null;
}

function theirClock(start: ICAL.Time, end: ICAL.Time | null): Invitation['theirs'] {
  const zone = start.zone?.tzid ?? '';
  if (start.isDate || zone === '' || zone === 'UTC' || zone === 'floating') return null;
  const clock = ({ year, month, day, hour, minute }: ICAL.Time) => new Date(year, month - 1, day, hour, minute);
  if (clock(start).getTime() === start.toJSDate().getTime()) return null;
  return { start: clock(start), end: end && end.compare(start) > 0 ? clock(end) : null, zone };
}

function personOf(property: ICAL.Property | null): string {
  if (!property) return '';
  const name = property.getParameter('cn');
  const address = String(property.getFirstValue() ?? '').replace(/^mailto:/i, '');
  return typeof name === 'string' && name !== '' ? name : address;
}

const isCancelled = (calendar: ICAL.Component, event: ICAL.Component) =>
  [calendar.getFirstPropertyValue('method'), event.getFirstPropertyValue('status')].some((word) =>
    /^cancel/i.test(String(word ?? '')),
  );
