import { expect, it } from '@jest/globals';
import { idsIn, knownIds, replacedId } from './message-ids';

it.each([
  ['<a@one.example>', ['<a@one.example>']],
  ['<a@one.example> <b@one.example>', ['<a@one.example>', '<b@one.example>']],
  ['Your mail of Monday <a@one.example> (about an order)', ['<a@one.example>']],
  ['a@one.example', ['<a@one.example>']],
  ['a@one.example, b@one.example', ['<a@one.example>', '<b@one.example>']],
  // Folded in its middle, and unfolded as any header is.
  ['<very-long-\r\n id@one.example>', ['<very-long-id@one.example>']],
  ['mail of asha@one.example about an order', []],
  ['<no id at all>', []],
  [`<${'a'.repeat(600)}@one.example>`, []],
  [undefined, []],
])('%j has the ids %j', (header, ids) => {
  expect(idsIn(header)).toEqual(ids);
});

const SES = '0109019a2b3c4d5e-1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9-000000';

it.each([
  [`250 Ok ${SES}`, `<${SES}@amazonses.com>`],
  ['250 2.0.0 OK <PN1@PN1.eurprd01.prod.outlook.com> [Hostname=PN1]', '<PN1@PN1.eurprd01.prod.outlook.com>'],
  ['250 Message queued as <2026@relay.example>', '<2026@relay.example>'],
  ['250 2.0.0 <Rohit@home.example> Saved', null],
  ['451 try <later@relay.example>', null],
  ['250 2.0.0 Ok: queued as 4XyZ', null],
  ['250 OK id=1abCdE-0001Fg-2H', null],
  // Numbers of a queue, which are in no header of the mail.
  ['250 OK queued as a08b7f37-ed61-423a-ba75-38ed2fd4b54c', null],
  ['250 Ok: queued as nhIMmON9SFOPcT0ii4nt2A', null],
  ['250 2.6.0 <2026@exchange.example> [InternalId=8] Queued mail for delivery', '<2026@exchange.example>'],
])('a server that answers %j has given the id %j', (response, id) => {
  expect(replacedId(response, ['rohit@home.example'])).toBe(id);
});

it('a mail of Amazon SES is known by one id, whatever its region', () => {
  const ids = [`<${SES}@ap-south-1.amazonses.com>`, `<${SES.toUpperCase()}@email.amazonses.com>`, '<a@one.example>'];
  expect(ids.map(knownIds)).toEqual([
    [ids[0], `<${SES}@amazonses.com>`],
    [ids[1], `<${SES}@amazonses.com>`],
    ['<a@one.example>'],
  ]);
});
