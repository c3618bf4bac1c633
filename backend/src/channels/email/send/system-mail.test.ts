import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { createUploads } from '../../../platform/files/uploads';
import { temporaryFolder } from '../../../testing/temporary-folder';
import { createSystemMail, trySystemMail, type SystemMailSettings } from './system-mail';

const uploads = createUploads(temporaryFolder());
const LETTER = { to: { name: 'Asha', email: 'asha@shop.example' }, subject: 'A new password', text: 'Hello Asha,\n' };

const received: Email[] = [];
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  allowInsecureAuth: true,
  onAuth({ username, password }, _session, done) {
    const isRight = username === 'inbox' && password === 'p@ss';
    done(isRight ? null : new Error('Invalid login'), isRight ? { user: 'inbox' } : undefined);
  },
  onData(stream, _session, done) {
    stream
      .toArray()
      .then(async (parts) => received.push(await PostalMime.parse(Buffer.concat(parts as Buffer[]))))
      .then(() => done(), done);
  },
});
server.on('error', () => undefined);

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
beforeEach(() => void received.splice(0));

const settings = (login: string): SystemMailSettings => ({
  server: `smtp://${login}@127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  from: { name: 'Inbox', email: 'inbox@shop.example' },
  url: 'https://inbox.example',
});

describe('a mail of the inbox’s own', () => {
  it('is sent by the server of the settings, and asks for no automatic answer', async () => {
    const mail = createSystemMail(settings('inbox:p%40ss'), { uploads, timeoutMs: 60_000 });
    expect(await mail(LETTER)).toMatchObject({ kind: 'sent' });
    expect(received).toMatchObject([
      {
        from: { name: 'Inbox', address: 'inbox@shop.example' },
        to: [{ name: 'Asha', address: 'asha@shop.example' }],
        subject: 'A new password',
        text: 'Hello Asha,\n',
      },
    ]);
    const headers = Object.fromEntries(received[0]!.headers.map(({ key, value }) => [key, value]));
    expect(headers['auto-submitted']).toBe('auto-generated');
  });

  it('is not sent with a wrong password, which is in no word about it', async () => {
    const wrong = settings('inbox:geheim');
    const answer = await createSystemMail(wrong, { uploads, timeoutMs: 60_000 })(LETTER);
    expect([answer.kind, received]).toEqual(['refused', []]);
    expect(JSON.stringify([answer, await trySystemMail(wrong, 60_000)])).not.toContain('geheim');
  });
});

it.each([
  ['inbox:p%40ss', 'ready'],
  ['inbox:geheim', 'login'],
])('its server is tried without a mail (%#)', async (login, kind) => {
  expect((await trySystemMail(settings(login), 60_000)).kind).toBe(kind);
  expect(received).toEqual([]);
});
