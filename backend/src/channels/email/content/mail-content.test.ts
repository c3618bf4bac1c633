import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PROPERTY } from '../tnef/properties';
import { tnef, unicode } from '../tnef/fixtures';
import { startMailServer } from '../server/server';
import {
  closeSmtp,
  contents,
  files,
  filesOnDisk,
  here,
  kept,
  mail,
  openSmtp,
  openShop,
  plain,
  send,
} from '../fixtures';

beforeAll(openSmtp);
afterAll(closeSmtp);
beforeEach(openShop);

describe('what a mail says', () => {
  const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');
  const shiftJis = Buffer.from('82b182f182c982bf82cd', 'hex');

  it.each<[string, string | Buffer, string, string]>([
    [
      'an encoded subject',
      plain(['Subject: =?UTF-8?B?4KSu4KWH4KSw4KS+?= =?UTF-8?Q?_=E2=9C=93?='].slice(0, 1)).replace(
        'Subject: Order 12\r\n',
        '',
      ),
      'मेरा ✓',
      'Where is my order?',
    ],
    [
      'Shift-JIS',
      Buffer.concat([Buffer.from(plain(['Content-Type: text/plain; charset=Shift_JIS'], '')), shiftJis]),
      'Order 12',
      'こんにちは',
    ],
    [
      'Windows-1252, as Windows writes quotes, dashes and the euro',
      Buffer.concat([
        Buffer.from(
          mail(['Subject: =?windows-1252?Q?It=92s_here?=', 'Content-Type: text/plain; charset=iso-8859-1'], ''),
        ),
        Buffer.from('9354776f94209620 80 35'.replaceAll(' ', ''), 'hex'),
      ]),
      'It’s here',
      '“Two” – €5',
    ],
    [
      'ISO-2022-JP in quoted-printable',
      plain(
        ['Content-Type: text/plain; charset=ISO-2022-JP', 'Content-Transfer-Encoding: quoted-printable'],
        '=1B$B$3$s$K$A$O=1B(B',
      ),
      'Order 12',
      'こんにちは',
    ],
    [
      'HTML alone',
      plain(
        ['Content-Type: text/html; charset=utf-8'],
        '<style>p{color:red}</style><p>Hello &amp; <b>bye</b><br>now</p><script>alert(1)</script>',
      ),
      'Order 12',
      'Hello & bye\nnow',
    ],
    [
      'a charset that nobody knows',
      plain(['Content-Type: text/plain; charset=klingon'], 'nuqneH'),
      'Order 12',
      'nuqneH',
    ],
    ['nothing', plain(['Content-Type: text/plain'], ''), 'Order 12', ''],
    ['what a database refuses', plain(['Content-Transfer-Encoding: base64'], base64('a\0b')), 'Order 12', 'ab'],
  ])('in %s is read', async (_what, raw, subject, text) => {
    expect(await send(raw)).toEqual({ response: expect.stringMatching(/^250/) });
    const [row] = await contents();
    expect([row?.details.subject, row?.message]).toEqual([subject, text]);
  });

  it.each([
    ['no From, by the envelope', ['To: help@shop.example'], [{ email: 'mta@home.example', name: '' }]],
    [
      'a broken From, by Sender',
      ['From: nobody in particular', 'Sender: desk@home.example'],
      [{ email: 'desk@home.example', name: '' }],
    ],
    [
      'several authors',
      ['From: A <a@home.example>, B <b@home.example>'],
      [
        { email: 'a@home.example', name: 'A' },
        { email: 'b@home.example', name: 'B' },
      ],
    ],
  ])('comes from somebody: %s', async (_what, headers, from) => {
    await send(mail(headers));
    expect((await contents())[0]?.details.from).toEqual(from);
  });

  it('from nobody at all is taken, too', async () => {
    await send(mail(['Subject: Hello']), { from: '' });
    expect(await contents()).toMatchObject([{ details: { from: [], subject: 'Hello' } }]);
  });

  it.each(['Fri, 99 Foo 2026 25:61:00', 'Thu, 01 Jan 1970 00:00:00 +0000', ''])(
    'has the time of its arrival when its date is %j',
    async (date) => {
      const before = Date.now();
      await send(plain([`Date: ${date}`]));
      expect((await contents())[0]?.created_at.getTime()).toBeGreaterThanOrEqual(before);
    },
  );

  it('an automatic answer is taken, and never answered', async () => {
    await send(plain(['Auto-Submitted: auto-replied'], 'I am away.'));
    expect(await contents()).toHaveLength(1);
    const letters = await here.world.test.db
      .selectFrom('outbox')
      .select('id')
      .where('merchant_id', '=', here.shop.merchantId)
      .execute();
    expect(letters).toEqual([]);
  });
});

describe('letters that cannot be read', () => {
  it.each([
    // Rows of the table that have no letters.
    [
      'are said',
      Buffer.from('\u001b$B~~~~~~~~\u001b(B'),
      { attachments: 0, recipients: 0, text: false, letters: true },
    ],
    ['are not said of one that was cut', Buffer.from('नमस्ते, मेरा ऑर्डर कहाँ').subarray(0, -1), undefined],
  ])('%s', async (_name, text, left_out) => {
    await send(Buffer.concat([Buffer.from(plain(['Content-Type: text/plain; charset=iso-2022-jp'], '')), text]));
    const [item] = await contents();
    expect(item?.details.left_out).toEqual(left_out);
  });
});

describe('what comes with a mail', () => {
  const parts = (...each: string[]): string => {
    const body = each.map((part) => `--b\r\n${part}\r\n`).join('');
    return plain(['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'], `${body}--b--`);
  };
  const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex').toString('base64');

  it('is stored beside the mail: inline pictures, files, invitations, attached mails', async () => {
    const raw = parts(
      'Content-Type: text/html\r\n\r\n<img src="cid:logo">',
      `Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}`,
      `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*=UTF-8''%E0%A4%AC%E0%A4%BF%E0%A4%B2.pdf\r\n\r\n%PDF-1.7`,
      'Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR',
      'Content-Type: message/rfc822\r\n\r\nSubject: =?UTF-8?Q?=E0=A4=AC=E0=A4=BF=E0=A4=B2?= of\r\n May/2\r\n\r\nNot said by the sender',
      'Content-Type: application/ms-tnef; name=winmail.dat\r\n\r\nTNEF',
      'Content-Type: text/html; name=page.html\r\nContent-Disposition: attachment\r\n\r\n<script>alert(1)</script>',
      'Content-Type: image/jpeg; name=fake.jpg\r\nContent-Disposition: attachment\r\n\r\n<script>alert(1)</script>',
    );
    await send(raw);
    const stored = await files();
    expect(stored.map((file) => [file.filename, file.content_type, file.kind, file.disposition])).toEqual([
      ['attachment-1.png', 'image/png', 'image', 'inline'],
      ['बिल.pdf', 'application/pdf', 'document', 'attachment'],
      ['attachment-3.ics', 'text/calendar', 'document', 'attachment'],
      ['बिल of May 2.eml', 'message/rfc822', 'document', 'attachment'],
      ['winmail.dat', 'application/ms-tnef', 'document', 'attachment'],
      ['page.html', 'application/octet-stream', 'document', 'attachment'],
      ['fake.jpg', 'application/octet-stream', 'document', 'attachment'],
    ]);
    expect((await contents())[0]?.message).not.toContain('Not said');
    const { stream, size } = await here.world.uploads.open(stored[1]?.storage_key ?? '');
    expect([
      Buffer.concat(await stream.toArray())
        .toString()
        .trim(),
      size,
    ]).toEqual(['%PDF-1.7', stored[1]?.size]);
  });

  const wrapped = (winmail: Buffer) =>
    `Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n${winmail.toString('base64')}`;

  it('wrapped in a winmail.dat takes its place: words, inline pictures and files, checked like others', async () => {
    const winmail = tnef({
      message: [[PROPERTY.html, 'binary', Buffer.from('<p>नमस्ते</p><img src="cid:logo@x"><script>alert(1)</script>')]],
      files: [
        {
          title: 'LOGO.PNG',
          data: Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
          properties: [[PROPERTY.contentId, 'unicode', unicode('logo@x')]],
        },
        { data: Buffer.from('%PDF-1.7'), properties: [[PROPERTY.longFilename, 'unicode', unicode('../बिल.pdf')]] },
        { title: 'fake.png', data: Buffer.from('<script>alert(1)</script>') },
      ],
    });
    await send(parts('Content-Type: text/plain\r\n\r\nNamaste', wrapped(winmail)));
    expect((await files()).map((file) => [file.filename, file.content_type, file.disposition])).toEqual([
      ['LOGO.PNG', 'image/png', 'inline'],
      ['बिल.pdf', 'application/pdf', 'attachment'],
      ['fake.png', 'application/octet-stream', 'attachment'],
    ]);
    const [row] = await contents();
    expect(row?.message).toBe('Namaste');
    expect(row?.details.html).toContain('नमस्ते');
    const original = await here.world.uploads.open(row?.details.original_key ?? '');
    expect(Buffer.concat(await original.stream.toArray()).toString()).toContain('winmail.dat');
  });

  it('wrapped in a winmail.dat that has the only words says them', async () => {
    await send(parts(wrapped(tnef({ body: Buffer.from('Only here\0') }))));
    expect(await contents()).toMatchObject([{ message: 'Only here' }]);
    expect(await files()).toEqual([]);
  });

  it.each(['../../etc/passwd', '..\\..\\boot.ini', '/dev/null', '.htaccess'])(
    'named %j cannot leave its folder',
    async (name) => {
      await send(parts(`Content-Type: text/plain\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nx`));
      const [file] = await files();
      expect(file?.filename).not.toMatch(/[/\\]|^\./);
      expect(file?.storage_key).toMatch(/^[0-9a-f]{32}$/);
    },
  );
});

describe('a mail that cannot be read', () => {
  const head = [
    'From: Rohit Khanna <rohit@home.example>',
    'Subject: =?us-ascii?B?w4nDqQ==?=',
    'Message-ID: <hard@home.example>',
  ];
  const nested = (hop: string) =>
    mail(
      [`Received: ${hop}`, ...head, 'Content-Type: multipart/mixed; boundary=b0'],
      Array.from(
        { length: 300 },
        (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
      ).join(''),
    );

  it('shows who sent it, about what and why, once, with its original', async () => {
    const before = (await filesOnDisk()).length;
    expect(await send(nested('by one'))).toEqual({ response: expect.stringMatching(/^250/) });
    await send(nested('by two'));
    const [row, ...others] = await contents();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      external_id: '<hard@home.example>',
      message: 'This mail could not be read: it has too many parts, or they are nested too deeply.',
      details: {
        problem: 'too_complex',
        subject: 'Éé',
        from: [{ name: 'Rohit Khanna', email: 'rohit@home.example' }],
        html: null,
      },
    });
    const original = await here.world.uploads.open(row?.details.original_key ?? '');
    expect(Buffer.concat(await original.stream.toArray()).toString()).toMatch(/^Received: by one\r\nFrom: Rohit/);
    expect(await filesOnDisk()).toHaveLength(before + 1);
  });

  it('for which there is no time shows the same, and the next one is read', async () => {
    const hurried = await startMailServer({ ...here.world, port: 0, host: '127.0.0.1', reading: { timeoutMs: 1 } });
    try {
      const answer = await send(mail(head, 'a\r\n'.repeat(100_000)), { port: hurried.port });
      expect(answer).toEqual({ response: expect.stringMatching(/^250/) });
      expect(await contents()).toMatchObject([{ details: { problem: 'too_much_work' } }]);
    } finally {
      await hurried.close();
    }
    await send(plain(['Message-ID: <next@home.example>']));
    expect((await contents())[1]).toMatchObject({ message: 'Where is my order?' });
  });

  it.each([
    [
      'whose sender’s address fits no index',
      mail([`From: a@${'x'.repeat(300)}.example`, `Message-ID: <${randomUUID()}>`]),
    ],
    ['of any bytes', Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * 7919) % 251))],
    ['of nothing', Buffer.from('\r\n')],
    ['of headers that do not end', Buffer.from(`X-A: ${'b'.repeat(3_000_000)}`)],
  ])('%s is a message', async (_what, raw) => {
    expect(await send(raw)).toEqual({ response: expect.stringMatching(/^250/) });
    expect(await contents()).toHaveLength(1);
    expect(await kept()).toEqual([]);
  });
});

describe('too much of a mail', () => {
  it('of a name, a subject, a file’s name is cut; of recipients the first are shown', async () => {
    const long = 'नमस्ते '.repeat(10_000);
    const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
    const raw = mail(
      [
        `From: ${word(long)} <rohit@home.example>`,
        `To: ${Array.from({ length: 500 }, (_, at) => `a${at}@shop.example`).join(', ')}`,
        `Subject: ${word(long)}`,
        `Content-Type: application/pdf; name="${word(long)}.pdf"`,
      ],
      '%PDF-1.7',
    );
    await send(raw);
    const [row] = await contents();
    const { from, to, subject, left_out } = row?.details ?? {};
    expect([from?.[0]?.name.length, subject?.length, to?.length]).toEqual([
      expect.any(Number),
      expect.any(Number),
      100,
    ]);
    expect(from?.[0]?.name.length).toBeLessThanOrEqual(200);
    expect(subject?.length).toBeLessThanOrEqual(500);
    expect(subject).toMatch(/^नमस्ते नमस्ते .*…$/);
    expect(left_out?.recipients).toBe(400);
    const [file] = await files();
    expect(file?.filename).toMatch(/^नमस्ते .*…\.pdf$/);
    expect(file?.filename.length).toBeLessThanOrEqual(150);
    const ticket = await here.world.test.db
      .selectFrom('tickets')
      .select(['full_name', 'subject'])
      .where('merchant_id', '=', here.shop.merchantId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(ticket).length).toBeLessThan(1_000);
  });
});
