import { describe, expect, it } from '@jest/globals';
import { isUnreachable, kindOf } from './routes';

const ORIGIN = 'https://inbox.test';

describe('a request', () => {
  it.each([
    ['page', '/inbox', 'navigate'],
    ['page', '/inbox/', 'navigate'],
    ['page', '/inbox/tickets', 'navigate'],
    ['page', '/inbox/tickets/7?ticket_status=open', 'navigate'],
    ['none', '/inboxes', 'navigate'],
    ['none', '/inbox/file.pdf', 'navigate'],
    ['none', '/', 'navigate'],
    ['none', '/validate?token=t', 'navigate'],
    ['none', '/main-site/login', 'navigate'],
    ['none', '/embed/frame?merchant=m', 'navigate'],
    ['none', 'https://other.test/inbox/tickets', 'navigate'],
    ['none', '/inbox/tickets', 'cors'],
    ['file', '/host.30bdb266e9.js', 'cors'],
    ['file', '/chime.30bdb266e9.mp3', 'no-cors'],
    ['file', '/panels/ticket-list/0.1.0-32159cbbcc/panel.js', 'cors'],
    ['file', '/panels/ticket-list/0.1.0-32159cbbcc/mf-manifest.json', 'cors'],
    ['file', 'https://cdn.test/inbox/ticket-list/0.1.0-32159cbbcc/panel.js', 'cors'],
    ['none', '/panels/ticket-list/0.1.0-32159cbbcc/panel.js?attempt=2', 'cors'],
    ['none', '/registry.json', 'cors'],
    ['none', '/service-worker.js', 'same-origin'],
    ['none', '/host.js', 'cors'],
    ['none', '/host.json', 'cors'],
    ['none', '/api/inbox/ticket/list/', 'cors'],
    ['none', '/api/inbox/0.1.0-a/file.js', 'cors'],
    ['none', '/api/x.0123456789.js', 'cors'],
    ['none', 'https://other.test/host.30bdb266e9.js', 'cors'],
    ['none', 'http://localhost:3003/remoteEntry.js', 'cors'],
  ])('is %s for %s (%s)', (kind, address, mode) => {
    expect(kindOf({ method: 'GET', mode, url: new URL(address, ORIGIN).href }, ORIGIN)).toBe(kind);
  });

  it.each(['/inbox/tickets', '/host.30bdb266e9.js'])('that sends something is left to the browser: %s', (path) => {
    for (const mode of ['navigate', 'cors']) {
      expect(kindOf({ method: 'POST', mode, url: ORIGIN + path }, ORIGIN)).toBe('none');
    }
  });
});

it.each([
  [200, false],
  [0, false],
  [304, false],
  [404, false],
  [500, false],
  [502, true],
  [503, true],
  [504, true],
])('an answer %d says that nobody is there: %p', (status, is) => {
  expect(isUnreachable({ status })).toBe(is);
});
