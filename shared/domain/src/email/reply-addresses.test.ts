import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addRecipients,
  allRecipients,
  defaultRecipients,
  isDefaultRecipients,
  isSameAddress,
  mayReplyTo,
  readAddresses,
  RECIPIENT_FIELDS,
  removeRecipient,
  replyAddresses,
} from './reply-addresses';

const PRIYA = 'priya@v.example';
const THIEF = 'thief@e.example';
const to = (...addresses: string[]) => ({ to: addresses, cc: [], bcc: [], chosen: [] as string[] });

describe('whom a reply may go to', () => {
  it.each([
    ['the customer', to(PRIYA), true],
    ['the customer, written otherwise', to('Priya@V.example'), true],
    ['nobody', to(), { reason: 'none', field: 'to' }],
    ['a copy alone', { ...to(), cc: [PRIYA] }, { reason: 'none', field: 'to' }],
    ['an address that nobody has chosen', to(THIEF), { reason: 'not_chosen', field: 'to', address: THIEF }],
    ['a hidden one beside the customer', { ...to(PRIYA), bcc: [THIEF] }, { reason: 'not_chosen', field: 'bcc' }],
    ['an address that the agent has chosen', { ...to(THIEF), chosen: ['Thief@e.example'] }, true],
    ['what is no address, chosen or not', { ...to('nobody'), chosen: ['nobody'] }, { reason: 'wrong', field: 'to' }],
    [
      'several in one',
      { ...to('a@b.example, c@d.example'), chosen: ['a@b.example, c@d.example'] },
      { reason: 'wrong' },
    ],
    ['a line break', { ...to('a@b.example\nBcc: x'), chosen: ['a@b.example\nBcc: x'] }, { reason: 'wrong' }],
  ])('says it of %s', (_, addresses, verdict) => {
    expect(mayReplyTo(addresses, PRIYA)).toMatchObject(typeof verdict === 'object' ? verdict : { allowed: true });
  });

  it('takes a customer’s address as the mail had it, and none as the customer’s where there is none', () => {
    expect(mayReplyTo(to('root@mailhost'), 'root@mailhost')).toEqual({ allowed: true });
    expect(mayReplyTo(to(PRIYA), null)).toMatchObject({ reason: 'not_chosen' });
  });
});

describe('what an agent types', () => {
  it.each([
    ['a@b.example', ['a@b.example'], []],
    [' a@b.example , c@d.example;\n', ['a@b.example', 'c@d.example'], []],
    ['Priya Nair <priya@v.example>', [PRIYA], []],
    ['mailto:priya@v.example.', [PRIYA], []],
    ['sato..taro.@post.example', ['sato..taro.@post.example'], []],
    ['a@b.example, A@b.example', ['a@b.example'], []],
    ['a@b.example, nobody', ['a@b.example'], ['nobody']],
    ['thief@e.example <nobody>', [], ['thief@e.example <nobody>']],
    ['दीपक@डाक.भारत', ['दीपक@डाक.भारत'], []],
    ['', [], []],
  ])('is read from %j', (text, addresses, wrong) => {
    expect(readAddresses(text)).toEqual({ addresses, wrong });
  });
});

describe('changed recipients', () => {
  const address = fc.constantFrom(PRIYA, 'PRIYA@V.EXAMPLE', THIEF, 'a@b.example', 'c@d.example', 'Asha@Shop.example');
  const customer = fc.option(fc.constantFrom(PRIYA, 'a@b.example'));
  const step = fc.oneof(
    fc.record({ add: fc.array(address, { maxLength: 3 }), field: fc.constantFrom(...RECIPIENT_FIELDS) }),
    fc.record({ remove: address }),
  );
  type Step = { add: string[]; field: (typeof RECIPIENT_FIELDS)[number] } | { remove: string };
  const play = (known: string | null, steps: readonly Step[]) =>
    steps.reduce(
      (made, one) => ('add' in one ? addRecipients(made, one.field, one.add) : removeRecipient(made, one.remove)),
      defaultRecipients(known),
    );

  it('name each address once, and are taken as long as the customer is the same', () => {
    fc.assert(
      fc.property(customer, fc.array(step, { maxLength: 12 }), (known, steps) => {
        const made = play(known, steps);
        const all = allRecipients(made).map((one) => one.toLowerCase());
        expect(new Set(all).size).toBe(all.length);
        const verdict = mayReplyTo(replyAddresses(made), known);
        expect(verdict.allowed || verdict.reason === 'none').toBe(true);
        expect(verdict.allowed).toBe(made.to.length > 0);
      }),
    );
  });

  it('never go to an address that nobody added, whoever the customer is by then', () => {
    fc.assert(
      fc.property(customer, customer, fc.array(step, { maxLength: 12 }), (before, after, steps) => {
        const made = play(before, steps);
        const verdict = mayReplyTo(replyAddresses(made), after);
        if (!verdict.allowed) return;
        const added = steps.flatMap((one) => ('add' in one ? one.add : []));
        for (const one of allRecipients(made)) {
          expect(isSameAddress(one, after) || added.some((other) => isSameAddress(one, other))).toBe(true);
        }
      }),
    );
  });

  it('are the default again when all is taken back', () => {
    const added = addRecipients(defaultRecipients(PRIYA), 'cc', [THIEF]);
    expect(isDefaultRecipients(added, PRIYA)).toBe(false);
    expect(isDefaultRecipients(removeRecipient(added, THIEF), PRIYA)).toBe(true);
    expect(isDefaultRecipients(addRecipients(defaultRecipients(PRIYA), 'cc', [PRIYA]), PRIYA)).toBe(false);
  });
});
