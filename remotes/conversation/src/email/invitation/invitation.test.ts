import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readInvitation } from './invitation';

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => calendar('BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT');

describe('a calendar invitation', () => {
  it('says what, when, where and who', () => {
    const text = event(
      'SUMMARY:Return pick-up\\, order 1042',
      'DTSTART:20261123T043000Z',
      'DTEND:20261123T050000Z',
      'LOCATION:14 MG Road\\, Bengaluru',
      'ORGANIZER;CN=Asha Menon:mailto:asha@shop.example',
      'ATTENDEE;CN="Rohit, K.":mailto:rohit@mail.example',
      'ATTENDEE:mailto:farah@mail.example',
    );
    expect(readInvitation(text)).toEqual({
      title: 'Return pick-up, order 1042',
      start: new Date('2026-11-23T04:30:00Z'),
      end: new Date('2026-11-23T05:00:00Z'),
      isWholeDay: false,
      repeats: false,
      where: '14 MG Road, Bengaluru',
      organizer: 'Asha Menon',
      guests: ['Rohit, K.', 'farah@mail.example'],
      isCancelled: false,
      isUpdate: false,
      theirs: null,
    });
  });

  it('is an update when it was sent before', () => {
    const update = event('DTSTART:20261123T043000Z', 'SEQUENCE:2');
    expect(readInvitation(update)).toMatchObject({ isUpdate: true, isCancelled: false });
    expect(readInvitation(update.replace('VERSION', 'METHOD:CANCEL\r\nVERSION'))).toMatchObject({
      isUpdate: false,
      isCancelled: true,
    });
  });

  it('says what the clock shows where it was written', () => {
    const zone = [
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'TZOFFSETFROM:+0345',
      'TZOFFSETTO:+0345',
      'END:STANDARD',
    ];
    const text = calendar(
      ...['BEGIN:VTIMEZONE', 'TZID:Between', ...zone, 'END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:1'],
      'DTSTART;TZID=Between:20261123T100000',
      'DTEND;TZID=Between:20261123T110000',
      'END:VEVENT',
    );
    expect(readInvitation(text)).toMatchObject({
      start: new Date('2026-11-23T06:15:00Z'),
      theirs: { start: new Date(2026, 10, 23, 10), end: new Date(2026, 10, 23, 11), zone: 'Between' },
    });
  });

  it('knows the time zone that it brings', () => {
    const text = calendar(
      'BEGIN:VTIMEZONE',
      'TZID:India Standard Time',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'TZOFFSETFROM:+0530',
      'TZOFFSETTO:+0530',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART;TZID=India Standard Time:20261123T100000',
      'END:VEVENT',
    );
    expect(readInvitation(text)?.start).toEqual(new Date('2026-11-23T04:30:00Z'));
  });

  it('of whole days ends on the last of them', () => {
    const days = (start: string, end: string) =>
      readInvitation(event(`DTSTART;VALUE=DATE:${start}`, `DTEND;VALUE=DATE:${end}`));
    expect(days('20261123', '20261124')).toMatchObject({ isWholeDay: true, end: null });
    expect(days('20261123', '20261126')?.end).toEqual(new Date(2026, 10, 25));
  });

  it.each([
    ['METHOD:CANCEL', ''],
    ['', 'STATUS:CANCELLED'],
  ])('may take an event back (%s%s)', (method, status) => {
    const lines = [method, 'BEGIN:VEVENT', 'UID:1', 'DTSTART:20261123T043000Z', status, 'END:VEVENT'];
    expect(readInvitation(calendar(...lines.filter((line) => line !== '')))?.isCancelled).toBe(true);
  });

  it('says that it repeats', () => {
    expect(readInvitation(event('DTSTART:20261123T043000Z', 'RRULE:FREQ=WEEKLY'))?.repeats).toBe(true);
  });

  it.each(['', 'not a calendar', calendar('BEGIN:VTODO', 'UID:1', 'END:VTODO'), event('SUMMARY:When?')])(
    'that cannot be read is none: %j',
    (text) => {
      expect(readInvitation(text)).toBeNull();
    },
  );

  it('never fails, whatever stands in it', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('DTSTART:x', 'DTEND;TZID=y:20261123T100000', 'ATTENDEE;CN', 'RRULE:z'),
    );
    fc.assert(fc.property(fc.array(line), (lines) => void readInvitation(event('DTSTART:20261123T043000Z', ...lines))));
  });
});
