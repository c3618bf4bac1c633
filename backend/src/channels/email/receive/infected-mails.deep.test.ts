import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createFakeScanner, VIRUS } from '../../../testing/fake-scanner';
import { findOriginalMail } from '../../../conversations/thread/attachment-rows';
import { startMailServer, type MailServer } from '../server/server';
import { closeSmtp, contents, files, filesOnDisk, here, kept, openShop, openSmtp, plain, send } from '../fixtures';
import { signed } from '../smime/fixtures';

const scanner = createFakeScanner();
let door: MailServer;

beforeAll(async () => {
  await openSmtp();
  door = await startMailServer({ ...here.world, port: 0, host: '127.0.0.1', scanner });
});
afterAll(async () => {
  await door.close();
  await closeSmtp();
});
beforeEach(async () => {
  scanner.isAway = false;
  await openShop();
});

const withFile = (bytes: string): string =>
  plain(
    ['Content-Type: multipart/mixed; boundary=b'],
    [
      '--b',
      'Content-Type: text/html',
      '',
      '<p>See the bill</p>',
      '--b',
      'Content-Type: application/pdf; name=bill.pdf',
      '',
      bytes,
      '--b--',
    ].join('\n'),
  );
const signedMail = (entity: string): string =>
  plain(
    ['Content-Type: application/pkcs7-mime; name=smime.p7m', 'Content-Transfer-Encoding: base64'],
    signed(entity).toString('base64'),
  );
const bring = (raw: string) => send(raw, { port: door.port });

it('a mail with a virus says so, with its sender and subject; its files and its original are had by nobody', async () => {
  expect(await bring(withFile(VIRUS))).toEqual({ response: expect.stringMatching(/^250/) });
  const [content, ...others] = await contents();
  expect(others).toEqual([]);
  expect(content).toMatchObject({
    message: 'This mail has a virus: only who sent it and its subject are shown. Ask for it without the file.',
    details: {
      subject: 'Order 12',
      from: [{ email: 'Rohit@Home.example', name: 'Rohit Khanna' }],
      html: null,
      problem: 'infected',
    },
  });
  expect(await files()).toEqual([]);
  expect(await findOriginalMail(here.world.test.db, here.shop.merchantId, content!.id)).toBeUndefined();
  expect(here.world.lines.join('\n')).toContain('Test-Signature');
});

it('a virus in a file that S/MIME has wrapped is found, and none of its files is stored', async () => {
  const before = (await filesOnDisk()).length;
  const bill = Buffer.from(VIRUS).toString('base64');
  const entity = `Content-Type: application/pdf; name=bill.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${bill}`;
  await bring(signedMail(entity));
  expect(await contents()).toMatchObject([{ details: { subject: 'Order 12', problem: 'infected' } }]);
  expect([await files(), (await filesOnDisk()).length]).toEqual([[], before + 1]);
});

it('a mail without one is read as ever', async () => {
  expect(await bring(withFile('not much of a bill'))).toEqual({ response: expect.stringMatching(/^250/) });
  expect(await files()).toMatchObject([{ filename: 'bill.pdf' }]);
  expect((await contents())[0]?.details.problem).toBeUndefined();
});

it('while nobody can tell, the sender is asked to come again, nothing is left, and then it is read', async () => {
  const before = await filesOnDisk();
  scanner.isAway = true;
  const raw = withFile('fine');
  expect(await bring(raw)).toMatchObject({ responseCode: 451 });
  expect([await contents(), await kept(), await filesOnDisk()]).toEqual([[], [], before]);
  scanner.isAway = false;
  expect(await bring(raw)).toEqual({ response: expect.stringMatching(/^250/) });
  expect(await contents()).toHaveLength(1);
});
