import { describe, expect, it } from '@jest/globals';
import { otherAddresses, senderQuestions, senderWarnings } from './sender-warnings';

const PRIYA = 'priya@v.example';
const people = (...emails: string[]) => emails.map((email) => ({ email, name: 'Priya' }));
const mail = (from: string[], reply_to?: string[]) => ({
  actor: 'customer' as const,
  from: people(...from),
  ...(reply_to && { reply_to: people(...reply_to) }),
});

describe('what is to be said of a mail’s sender', () => {
  it.each([
    ['the customer', mail([PRIYA]), []],
    ['the customer, in capitals', mail(['PRIYA@V.example']), []],
    ['the customer who asks for answers to the same address', mail([PRIYA], [PRIYA]), []],
    [
      'the customer who asks for answers elsewhere',
      mail([PRIYA], ['thief@e.example']),
      [{ kind: 'reply_to', email: 'thief@e.example', isOtherDomain: true }],
    ],
    [
      'a stranger in the thread',
      mail(['thief@e.example'], ['thief@e.example']),
      [{ kind: 'other_sender', email: 'thief@e.example', isOtherDomain: true }],
    ],
    [
      'a colleague of the customer',
      mail(['ravi@V.example']),
      [{ kind: 'other_sender', email: 'ravi@V.example', isOtherDomain: false }],
    ],
    [
      'the customer and somebody else',
      mail([PRIYA, 'ravi@v.example'], [PRIYA, 'thief@e.example']),
      [
        { kind: 'co_author', email: 'ravi@v.example', isOtherDomain: false },
        { kind: 'reply_to', email: 'thief@e.example', isOtherDomain: true },
      ],
    ],
    [
      'a mail server that reports',
      { ...mail(['mailer-daemon@mx.example']), automatic: { kind: 'bounce' as const } },
      [],
    ],
    [
      'a stranger who is away',
      { ...mail(['ravi@v.example']), automatic: { kind: 'out_of_office' as const } },
      [{ kind: 'other_sender', email: 'ravi@v.example', isOtherDomain: false }],
    ],
  ])('is told of %s', (_, said, warnings) => {
    expect(senderWarnings(said, PRIYA)).toEqual(warnings);
    expect(otherAddresses(said, PRIYA)).toEqual(warnings.map(({ email }) => email));
  });

  it('is nothing where no address is known to differ from, and of one’s own mails', () => {
    expect(senderWarnings(mail(['thief@e.example']), null)).toEqual([]);
    expect(senderWarnings({ ...mail(['care@shop.example']), actor: 'merchant' }, PRIYA)).toEqual([]);
  });
});

describe('a sender who is doubtful', () => {
  const said = (name: string, email = PRIYA) => ({ actor: 'customer' as const, from: [{ name, email }] });
  it.each([
    ['whose name is a name', said('Priya Nair'), []],
    ['whose name is the address itself', said('PRIYA@v.example'), []],
    [
      'whose name is another address',
      said('priya@v.example', 'x@thief.example'),
      [{ kind: 'name_is_address', name: 'priya@v.example', email: 'x@thief.example' }],
    ],
    [
      'whose name has another address in wide letters',
      said('Priya (care＠shop.example)'),
      [{ kind: 'name_is_address', name: 'Priya (care＠shop.example)', email: PRIYA }],
    ],
    [
      'whose domain is made to be taken for the customer’s',
      { ...said('Priya', 'priya@vishwas-traders.example'), customer: 'priya@vishwas-trader.example' },
      [{ kind: 'look_alike', domain: 'vishwas-traders.example', known: 'vishwas-trader.example' }],
    ],
    [
      'who asks for answers at such a domain',
      {
        ...said('Priya', 'priya@vishwas.example'),
        reply_to: [{ name: '', email: 'priya@xn--vshwas-p9a.example' }],
        customer: 'priya@vishwas.example',
      },
      [{ kind: 'look_alike', domain: 'vıshwas.example', known: 'vishwas.example' }],
    ],
    ['who is proven', { ...said('Priya'), sender_check: { verified: true } }, []],
    [
      'who is not proven',
      {
        ...said('Priya'),
        sender_check: { verified: false, doubt: 'other_domain' as const, proven_domain: 't.example' },
      },
      [{ kind: 'unverified', doubt: 'other_domain', domain: 'v.example', proven: 't.example' }],
    ],
    [
      'whom a group names, and nothing proves',
      {
        ...said('Priya'),
        sent_through: { name: 'Priya via Help', email: 'help@shop.example' },
        sender_check: { verified: false, doubt: 'other_domain' as const, proven_domain: 'shop.example' },
      },
      [{ kind: 'through', through: 'help@shop.example', author: PRIYA }],
    ],
  ])('is told of: %s', (_, mailed, questions) => {
    expect(senderQuestions(mailed, 'customer' in mailed ? mailed.customer : PRIYA)).toEqual(questions);
  });
});
