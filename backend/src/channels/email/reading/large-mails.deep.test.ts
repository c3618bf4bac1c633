import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startMailServer } from '../server/server';
import { closeSmtp, contents, files, here, mail, openSmtp, openShop, plain, send } from '../fixtures';

beforeAll(openSmtp);
afterAll(closeSmtp);
beforeEach(openShop);

describe('the mail server', () => {
  it('refuses a mail that is too large, and takes the next', async () => {
    const large = plain([], 'x'.repeat(78).concat('\r\n').repeat(460_000));
    expect(await send(large)).toMatchObject({ responseCode: 552 });
    expect(await send(plain())).toEqual({ response: expect.stringMatching(/^250/) });
    expect(await contents()).toHaveLength(1);
  });

  it('takes a mail with 25 MB of files whole', async () => {
    const bytes = Buffer.alloc(25_000_000, 'not much of a picture')
      .toString('base64')
      .replace(/(.{76})/g, '$1\r\n');
    const headers = ['Content-Type: application/zip; name=a.zip', 'Content-Transfer-Encoding: base64'];
    expect(await send(plain(headers, bytes))).toEqual({ response: expect.stringMatching(/^250/) });
    expect(await files()).toMatchObject([{ filename: 'a.zip', size: 25_000_000 }]);
  });
});

describe('a mail', () => {
  it('for which there is no memory says that it could not be read', async () => {
    const small = await startMailServer({ ...here.world, port: 0, host: '127.0.0.1', reading: { heapMb: 24 } });
    try {
      const parts = '--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\na\r\n'.repeat(25_000);
      const raw = mail(['Subject: =?us-ascii?B?w4nDqQ==?=', 'Content-Type: multipart/mixed; boundary=b'], parts);
      expect(await send(raw, { port: small.port })).toEqual({ response: expect.stringMatching(/^250/) });
      expect(await contents()).toMatchObject([{ details: { problem: 'too_much_work', subject: 'Éé' } }]);
    } finally {
      await small.close();
    }
  });

  it('of more files than are shown is shown in part, and takes as many statements as one of a single file', async () => {
    const { world } = here;
    let statements = 0;
    const db = world.context.db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const context = { ...world.context, db };
    const counted = await startMailServer({ ...world, context, port: 0, host: '127.0.0.1' });
    const sendWith = async (count: number): Promise<number> => {
      statements = 0;
      const parts = '--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\na\r\n'.repeat(count);
      await send(plain([`Message-ID: <${count}@home.example>`, 'Content-Type: multipart/mixed; boundary=b'], parts), {
        port: counted.port,
      });
      return statements;
    };
    try {
      await sendWith(1);
      const forOne = await sendWith(2);
      expect(await sendWith(20_000)).toBe(forOne);
    } finally {
      await counted.close();
    }
    expect(await files()).toHaveLength(103);
    expect((await contents())[2]).toMatchObject({
      details: { left_out: { attachments: 19_900, recipients: 0, text: false } },
    });
  });
});
