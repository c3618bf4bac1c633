import { NO_FILTERS } from '@inbox/domain';
import { describe, expect, it } from '@jest/globals';
import { destinationOf, ticketOfSegment } from './routes';

describe('a path segment', () => {
  it.each([
    ['48207', 48207],
    ['1', 1],
    ['0', null],
    ['-4', null],
    ['4.5', null],
    ['007', null],
    ['None', null],
    ['9999999999999999999', null],
    ['', null],
    [undefined, null],
  ])('%p names ticket %p', (segment, ticket) => {
    expect(ticketOfSegment(segment)).toBe(ticket);
  });
});

describe('an intent', () => {
  it.each([
    [{ to: 'tickets' }, { kind: 'inbox', path: '/inbox/tickets' }],
    [
      { to: 'ticket', id: 5 },
      { kind: 'inbox', path: '/inbox/tickets/5' },
    ],
    [{ to: 'inbox-settings' }, { kind: 'main-site', path: '/settings/inbox' }],
    [{ to: 'whatsapp-templates' }, { kind: 'main-site', path: '/settings/whatsapp-templates' }],
  ] as const)('%p leads to %p', (intent, destination) => {
    expect(destinationOf(intent, '')).toEqual(destination);
  });

  it.each([
    [{ to: 'tickets' }, '/inbox/tickets?status=open'],
    [{ to: 'ticket', id: 5 }, '/inbox/tickets/5?status=open'],
    [{ to: 'tickets', filters: NO_FILTERS }, '/inbox/tickets?status=all'],
  ] as const)('%p keeps the filters in the address, unless it brings its own', (intent, path) => {
    expect(destinationOf(intent, '?status=open&panel=x')).toEqual({ kind: 'inbox', path });
  });
});
