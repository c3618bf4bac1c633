import { describe, expect, it } from '@jest/globals';
import { answeredMail, bareSubject, mailRecipients, mailSubject, mayReplyAll, quotedHead } from './mail-draft';
import { contentItemSchema } from '../schema/content';

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
  ['reply', 'Re: RE: Re[2]: re : Order', 're : Order'],
  ['reply', 'Return of Re: Order', 'Re: Return of Re: Order'],
  ['forward', 'Fwd: Fw: Re: Order', 'Fw: Re: Order'],
  ['reply', ' \n ', ''],
] as const)('the subject of a %s of %j is %j', (kind, subject, expected) => {
  expect(mailSubject(kind, subject)).toBe(expected);
});

it.each([
  ['Re: Your size', true],
  ['AW: Re: your  size', true],
  ['RE[2]: Your size', true],
  ['SV: WG: Your size', true],
  ['回复：Your size', true],
  ['Отв: Your size', true],
  ['Ynt: Fwd: YOUR SIZE ', true],
  ['Order: Your size', false],
  ['Your size: 5', false],
  ['Reg: Your size', false],
])('a mail with the subject %j may answer one with "Your size": %s', (subject, isSame) => {
  expect(bareSubject(subject) === bareSubject('Your size')).toBe(isSame);
});

describe('the mail that a reply answers', () => {
  const base = { rev: 1, conversation_id: 1, ticket_id: 1, created_at: '2026-11-20T12:00:00Z', temp_id: null };
  const sent = { send_status: 'sent', delivered: false, read: false, error_message: null, message_sent_by: null };
  const empty = { subject: '', to: [], cc: [], bcc: [], html: null, message: '', attachments: [], deleted: false };
  const mail = (id: number, from: string, more: object = {}) =>
    contentItemSchema.parse({
      ...{ ...base, ...sent, ...empty },
      ...{ id, content_type: 'email', actor: 'customer', from: people(from), original_url: null, ...more },
    });
  const [hers, later] = [mail(1, CUSTOMER), mail(2, 'Meera@Mail.example')];
  const away = mail(3, CUSTOMER, { automatic: { kind: 'auto_reply' } });
  const strangers = mail(4, 'thief@mail.example');
  const bounce = mail(5, 'mailer-daemon@mail.example', { automatic: { kind: 'bounce' } });
  const shops = mail(6, 'care@shop.example', { actor: 'merchant' });
  const deleted = mail(7, CUSTOMER, { deleted: true });

  it.each([
    ['the customer’s newest', [hers, later, shops, deleted], CUSTOMER, 2],
    ['the customer’s, not an automatic one after it', [hers, away], CUSTOMER, 1],
    ['the customer’s automatic one where there is no other', [strangers, away], CUSTOMER, 3],
    ['the customer’s, not a stranger’s after it', [hers, strangers, bounce], CUSTOMER, 1],
    ['a stranger’s where the customer has written none', [strangers, shops, bounce], CUSTOMER, 4],
    ['none where only a mail server has written', [shops, bounce], CUSTOMER, undefined],
    ['the newest where the ticket has no address', [hers, strangers, away], null, 4],
  ])('is %s', (_, thread, customer, id) => {
    expect(answeredMail(thread, customer)?.id).toBe(id);
  });
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
