import { describe, expect, it } from '@jest/globals';
import { mailRecipients, mailSubject, mayReplyAll, quotedHead } from './mail-draft';

const people = (...emails: string[]) => emails.map((email) => ({ email, name: '' }));
const OWN = ['care@shop.example', 'orders@shop.example'];
const CUSTOMER = 'meera@mail.example';
const incoming = {
  actor: 'customer' as const,
  from: people(CUSTOMER),
  to: people('Care@shop.example', 'sister@mail.example'),
  cc: people('boss@mail.example', 'orders@shop.example', 'MEERA@mail.example'),
};

describe('reply to all', () => {
  it.each([
    [1, 0, false],
    [0, 1, false],
    [0, 0, false],
    [2, 0, true],
    [1, 1, true],
  ])('with %i recipients and %i copies is offered: %s', (to, cc, expected) => {
    const some = (count: number) => people(...Array.from({ length: count }, (_, n) => `${n}@mail.example`));
    expect(mayReplyAll({ to: some(to), cc: some(cc) })).toBe(expected);
  });

  it('goes to everybody but the shop, each once', () => {
    expect(mailRecipients('reply_all', incoming, CUSTOMER, OWN)).toEqual({
      to: [CUSTOMER],
      cc: ['sister@mail.example', 'boss@mail.example'],
      bcc: [],
      customer: CUSTOMER,
    });
  });

  it('never goes to the shop, however the mail writes its address', () => {
    const to = people('CARE@shop.example', 'care@shop.example.', 'orders+late@shop.example', 'careful@shop.example');
    expect(mailRecipients('reply_all', { ...incoming, to, cc: [] }, CUSTOMER, OWN)).toMatchObject({
      to: [CUSTOMER],
      cc: ['careful@shop.example'],
    });
  });

  it('to a mail of the shop goes where that went, and to the customer when that was the shop alone', () => {
    const own = {
      ...incoming,
      actor: 'merchant' as const,
      to: people('courier@mail.example'),
      cc: people(OWN[0] ?? ''),
    };
    expect(mailRecipients('reply_all', own, CUSTOMER, OWN)).toMatchObject({ to: ['courier@mail.example'], cc: [] });
    expect(mailRecipients('reply_all', { ...own, to: [] }, CUSTOMER, OWN)).toMatchObject({ to: [CUSTOMER], cc: [] });
  });

  it('has the customer and who wrote in the thread beside, never where a mail asks for answers', () => {
    const stranger = { ...incoming, from: people('thief@mail.example'), reply_to: people('drop@mail.example') };
    const { to, cc } = mailRecipients('reply_all', stranger, CUSTOMER, OWN);
    expect(to).toEqual([CUSTOMER, 'thief@mail.example']);
    expect([...to, ...cc]).not.toContain('drop@mail.example');
  });
});

it('a reply goes to the customer, whoever wrote; a forward to nobody yet', () => {
  const stranger = { ...incoming, from: people('thief@mail.example') };
  expect(mailRecipients('reply', stranger, CUSTOMER, OWN)).toMatchObject({ to: [CUSTOMER], cc: [], bcc: [] });
  expect(mailRecipients('forward', stranger, CUSTOMER, OWN)).toMatchObject({ to: [], cc: [], bcc: [] });
  expect(mailRecipients('reply', null, null, OWN)).toMatchObject({ to: [] });
});

it.each([
  ['reply', 'Order', 'Re: Order'],
  ['reply', 're: Order', 're: Order'],
  ['reply_all', 'Fwd: Order', 'Re: Fwd: Order'],
  ['forward', 'Order', 'Fwd: Order'],
  ['forward', 'Fw: Order', 'Fw: Order'],
  ['forward', 'Re: a\r\nBcc: x@y.example', 'Fwd: Re: a Bcc: x@y.example'],
  ['reply', ' \n ', ''],
] as const)('the subject of a %s of %j is %j', (kind, subject, expected) => {
  expect(mailSubject(kind, subject)).toBe(expected);
});

it('says above a quoted mail who wrote it and when, and hides hidden recipients', () => {
  const head = { ...incoming, from: [{ email: CUSTOMER, name: 'Meera' }], subject: 'a\nb', at: '2026-11-20T12:05:09Z' };
  expect(quotedHead('reply', head)).toEqual(['On Fri, 20 Nov 2026 12:05 UTC, Meera <meera@mail.example> wrote:']);
  expect(quotedHead('forward', { ...head, cc: [] })).toEqual([
    '---------- Forwarded message ---------',
    'From: Meera <meera@mail.example>',
    'Date: Fri, 20 Nov 2026 12:05 UTC',
    'Subject: a b',
    'To: Care@shop.example, sister@mail.example',
  ]);
});
