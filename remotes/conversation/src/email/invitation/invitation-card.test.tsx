/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { END_OF_LIST } from '@inbox/domain';
import { anAttachment, anEmail, aTicket, createFakePorts, mountPanel } from '@inbox/panel/testing';
import { screen, waitFor, within } from '@testing-library/react';
import panel from '../../panel';
import { giveLayout } from '../../testing/layout';

const ticket = aTicket({ id: 1, conversation_id: 101, conversation_source: 'email' });
const invite = anAttachment({ kind: 'document', content_type: 'text/calendar', filename: 'invite.ics' });
const item = anEmail({ id: 11, ticket_id: 1, conversation_id: 101, html: null, attachments: [invite] });

const INVITE = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:1',
  'SUMMARY:Return pick-up',
  'DTSTART:20261123T100000',
  'DTEND:20261123T103000',
  'LOCATION:14 MG Road',
  'ORGANIZER;CN=Asha Menon:mailto:asha@shop.example',
  ...Array.from({ length: 10 }, (_, n) => `ATTENDEE;CN=Guest ${n}:mailto:g${n}@mail.example`),
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

/** A page of a browser reads files that jsdom only knows of. */
const blobOf = (text: string): Blob => Object.assign(new Blob([text]), { text: () => Promise.resolve(text) });

/** What stands where the card comes. */
const waiting = () => document.querySelector('article [aria-hidden][style*="88px"]');

async function show(text: string) {
  const page = { ticket, siblings: [], content: [item], oldest_timestamp: END_OF_LIST, seq: 0 };
  const file = jest.fn(() => blobOf(text));
  const fake = createFakePorts({
    open: ticket.id,
    answers: {
      allAgents: () => [],
      markRead: () => ({ ticket }),
      content: () => ({ ...page, server_time: new Date().toISOString() }),
      file,
    },
  });
  await mountPanel(panel, { fake });
  await screen.findByText('invite.ics');
  return file;
}

describe('a mail with a calendar invitation', () => {
  beforeEach(() => {
    giveLayout();
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  });

  it('tells an update, and the time where it was written', async () => {
    const zone = [
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'TZOFFSETFROM:+0345',
      'TZOFFSETTO:+0345',
      'END:STANDARD',
    ];
    const lines = ['BEGIN:VTIMEZONE', 'TZID:Between', ...zone, 'END:VTIMEZONE', 'BEGIN:VEVENT', 'SEQUENCE:1'];
    await show(
      INVITE.replace('BEGIN:VEVENT', lines.join('\r\n'))
        .replace('DTSTART:2026', 'DTSTART;TZID=Between:2026')
        .replace(/DTEND.*/, ''),
    );
    const card = await screen.findByRole('region', { name: 'Calendar invitation: Return pick-up' });
    expect(card).toHaveTextContent('Updated');
    expect(card).toHaveTextContent('Their time23 Nov 2026, 10:00 AM (Between)');
  });

  it('shows what, when, where and who, and the file to download', async () => {
    await show(INVITE);
    const card = await screen.findByRole('region', { name: 'Calendar invitation: Return pick-up' });
    expect(card).toHaveTextContent('When23 Nov 2026, 10:00 AM – 10:30 AMWhere');
    expect(card).toHaveTextContent('14 MG Road');
    expect(card).toHaveTextContent('Asha Menon');
    expect(within(card).getByText(/Guest 7 and 2 more$/)).toBeVisible();
    expect(screen.getByRole('button', { name: /invite\.ics/ })).toBeVisible();
  });

  it('names both days when it ends on another', async () => {
    await show(INVITE.replace('DTEND:20261123T103000', 'DTEND:20261124T003000'));
    const card = await screen.findByRole('region', { name: 'Calendar invitation: Return pick-up' });
    expect(card).toHaveTextContent('23 Nov 2026, 10:00 AM – 24 Nov 2026, 12:30 AM');
  });

  it('shows the file alone when it cannot be read', async () => {
    const file = await show('BEGIN:VCALENDAR');
    await waitFor(() => expect(file).toHaveBeenCalled());
    await waitFor(() => expect(waiting()).toBeNull());
    expect(screen.queryByRole('region', { name: /invitation/i })).toBeNull();
  });
});
