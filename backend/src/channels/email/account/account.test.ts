import { describe, expect, it } from '@jest/globals';
import { emailAccounts } from './account';

const given = {
  kind: 'email',
  external_id: ' Help@Shop.Example ',
  name: 'Shop',
  address: 'Help@Shop.Example',
  out_url: 'smtp://shop:p%40ss@mail.example:587',
  incoming: { url: 'imaps://reader:r%40ss@mail.example' },
  credentials: { user: null, password: null },
};

describe('a mailbox', () => {
  it('is known in lower case, and keeps the passwords of its servers’ addresses with the secrets', () => {
    expect(emailAccounts.parse(given)).toEqual({
      isGood: true,
      account: {
        ...given,
        external_id: 'help@shop.example',
        out_url: 'smtp://mail.example:587',
        incoming: { url: 'imaps://mail.example', sent_folder: null, mark_seen: false, after_reading: 'leave' },
        credentials: { user: 'shop', password: 'p@ss', imap: { user: 'reader', password: 'r@ss' } },
      },
    });
  });

  it('names what does not fit, and never shows it', () => {
    const wrong = { ...given, out_url: 'ftp://geheim', credentials: { user: 'shop', password: 1 } };
    expect(emailAccounts.parse(wrong)).toEqual({ isGood: false, wrong: ['out_url', 'credentials.password'] });
  });
});
