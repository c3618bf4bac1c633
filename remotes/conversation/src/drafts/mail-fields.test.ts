import { expect, it } from '@jest/globals';
import { aProfile, anEmail } from '@inbox/panel/testing';
import { mailboxOf, recipientsOf } from './mail-fields';

const CUSTOMER = 'priya@v.example';
const { email_accounts: accounts } = aProfile({
  email_accounts: [{ id: 1, name: 'Care', email: 'care@shop.example', aliases: ['shop-7@in.example'] }],
});
const people = (...emails: string[]) => emails.map((email) => ({ email, name: '' }));

it.each([['CARE@shop.example.'], ['care+orders@shop.example'], ['shop-7@in.example']])(
  'a mail to %s came to the mailbox, which Reply All leaves out',
  (written) => {
    const mail = anEmail({ from: people(CUSTOMER), to: people(written, 'sister@v.example') });
    expect(mailboxOf(mail, accounts)).toBe('care@shop.example');
    expect(recipientsOf('reply_all', {}, mail, { customer: CUSTOMER, accounts })).toMatchObject({
      to: [CUSTOMER],
      cc: ['sister@v.example'],
    });
  },
);
