import { describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { authorFor, readAuthors } from './mail-author';
import { readMail } from './read-mail';

const OWN = ['help@shop.example', 'hello@shop.example'];
const GROUP = 'help@shop.example';
const LIST = 'List-ID: <talk.lists.example>';
const VIA_LIST = 'From: "Nila Roy via Talk" <talk@lists.example>';

async function authored(headers: readonly string[], envelopeSender = 'bounce@mta.example') {
  const email = await PostalMime.parse([...headers, '', 'Hello'].join('\r\n'));
  const authors = readAuthors(email, envelopeSender);
  const { details } = readMail(email, { envelopeSender, now: new Date() });
  const { author, details: shown } = authorFor(details, authors, OWN);
  const person = author === undefined ? authors.name : `${author.name} <${author.email}>`;
  return { person, through: shown.sent_through?.email ?? null, details: shown };
}

describe('the author of a mail', () => {
  it.each<[string, string[], string, string | null]>([
    ['is in From', ['From: Nila Roy <nila@post.example>'], 'Nila Roy <nila@post.example>', null],
    [
      'is in From beside a Reply-To',
      ['From: nila@post.example', 'Reply-To: x@y.example'],
      ' <nila@post.example>',
      null,
    ],
    [
      'is in the Reply-To of a contact form',
      ['From: "Kala (Forms)" <mailer@forms.example>', 'Reply-To: Nila Roy <nila@post.example>'],
      'Nila Roy <nila@post.example>',
      'mailer@forms.example',
    ],
    [
      'is the program itself, which answers at its own domain',
      ['From: Bank <no-reply@bank.example>', 'Reply-To: Help <help@bank.example>'],
      'Bank <no-reply@bank.example>',
      null,
    ],
    [
      'is the program itself, which names two people for answers',
      ['From: mailer@forms.example', 'Reply-To: nila@post.example, ravi@post.example'],
      ' <mailer@forms.example>',
      null,
    ],
    [
      'is named by a Google group in X-Original-From',
      [`From: 'Nila Roy' via Help <${GROUP}>`, LIST, 'X-Original-From: Nila Roy <nila@post.example>'],
      'Nila Roy <nila@post.example>',
      GROUP,
    ],
    [
      'is named by a Google group in X-Original-Sender, without a name',
      [`From: "'Nila Roy' via Help" <${GROUP}>`, LIST, 'X-Original-Sender: nila@post.example'],
      'Nila Roy <nila@post.example>',
      GROUP,
    ],
    [
      'is in From when the group says the same',
      ['From: Nila Roy <nila@post.example>', LIST, 'X-Original-Sender: nila@post.example'],
      'Nila Roy <nila@post.example>',
      null,
    ],
    [
      'is whom answers to a list go to beside the list',
      [VIA_LIST, 'To: talk@lists.example', LIST, 'Reply-To: Nila Roy <nila@post.example>, talk@lists.example'],
      'Nila Roy <nila@post.example>',
      'talk@lists.example',
    ],
    [
      'is in Cc when answers go to the list alone',
      [VIA_LIST, 'To: talk@lists.example', LIST, 'Reply-To: talk@lists.example', 'Cc: Nila Roy <nila@post.example>'],
      'Nila Roy <nila@post.example>',
      'talk@lists.example',
    ],
    [
      'has no address when a list does not name it',
      [VIA_LIST, LIST, 'List-Post: <mailto:talk@lists.example>'],
      'Nila Roy',
      null,
    ],
    [
      'has no address when answers go to several',
      [VIA_LIST, 'To: talk@lists.example', LIST, 'Reply-To: nila@post.example, arun@post.example'],
      'Nila Roy',
      null,
    ],
    [
      'is the sender of a newsletter, to which nobody writes',
      ['From: Nila Roy via Weekly <nila@weekly.example>', 'To: me@shop.example', LIST],
      'Nila Roy via Weekly <nila@weekly.example>',
      null,
    ],
    [
      'is not whom a mail outside of groups names as its original sender',
      ['From: Thief <thief@e.example>', 'X-Original-From: Nila Roy <nila@post.example>'],
      'Thief <thief@e.example>',
      null,
    ],
    [
      'of a form of the shop is whom answers go to',
      ['From: Website <HELP@shop.example.>', 'Reply-To: Nila Roy <nila@post.example>'],
      'Nila Roy <nila@post.example>',
      'HELP@shop.example',
    ],
    ['of a mail from the mailbox to itself has no address', ['From: Form <help+form@shop.example>'], 'Form', null],
    ['is whom the envelope names when no header does', ['Subject: x'], ' <bounce@mta.example>', null],
  ])('%s', async (_, headers, person, through) => {
    const envelope = person === 'Form' ? 'help+form@shop.example' : undefined;
    expect(await authored(headers, envelope)).toMatchObject({ person, through });
  });

  it.each([
    ['behind obsolete routes', 'Nila <@relay.example,@hub.example:nila@post.example>', 'Nila <nila@post.example>'],
    ['with the name in a comment', 'nila@post.example (Nila Roy)', 'Nila Roy <nila@post.example>'],
    ['with an address for a name', '"help@shop.example" <nila@post.example>', 'help@shop.example <nila@post.example>'],
    [
      'with an address within the name',
      '"Nila (nila@old.example)" <nila@post.example>',
      'Nila (nila@old.example) <nila@post.example>',
    ],
    ['with both in quotes', '"x@y.example <nila@post.example>"', ' <nila@post.example>'],
    ['with a name in single quotes', "'Nila Roy' <nila@post.example>", 'Nila Roy <nila@post.example>'],
    ['with a comma outside of quotes', 'Roy, Nila <nila@post.example>', 'Roy, Nila <nila@post.example>'],
    ['with a bracket too many', 'Nila <<nila@post.example>>', 'Nila <nila@post.example>'],
    ['with a dot at its end', 'nila@post.example.', ' <nila@post.example>'],
    ['with dots at odd places', 'Nila <ni..la.@post.example>', 'Nila <ni..la.@post.example>'],
    ['with dots at odd places in quotes', 'Nila <"ni..la."@post.example>', 'Nila <ni..la.@post.example>'],
    ['with a right-to-left override in the name', 'Nila \u202eyoR <nila@post.example>', 'Nila yoR <nila@post.example>'],
    ['as a link', 'Nila <mailto:nila@post.example>', 'Nila <nila@post.example>'],
  ])('is read %s', async (_, from, person) => {
    expect(await authored([`From: ${from}`])).toMatchObject({ person });
  });
});

it('a mail that asks for answers to the shop itself shows only the other addresses', async () => {
  const reply = 'Reply-To: Help <help+orders@shop.example>, nila@other.example';
  const { details } = await authored(['From: nila@post.example', reply]);
  expect(details.reply_to).toEqual([{ email: 'nila@other.example', name: '' }]);
});

it.each([
  ['another domain than the group is not proven', 'nila@post.example', 'other_domain'],
  ['the domain of the group is proven', 'nila@shop.example', undefined],
])('an author of %s', async (_, address, doubt) => {
  const email = await PostalMime.parse(
    [`From: Nila via Help <${GROUP}>`, LIST, `X-Original-From: Nila <${address}>`, '', ''].join('\r\n'),
  );
  const from = [{ email: GROUP, name: 'Nila via Help' }];
  const { details } = authorFor({ from, sender_check: { verified: true } }, readAuthors(email, ''), OWN);
  expect(details.sender_check?.doubt).toBe(doubt);
});
