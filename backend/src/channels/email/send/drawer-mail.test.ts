import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import type { AccountId, MerchantId } from '@inbox/domain';
import { extract, type LetterparserMail } from 'letterparser';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { createUploads } from '../../../platform/files/uploads';
import { temporaryFolder } from '../../../testing/temporary-folder';
import { readMailBody } from './mail-body';
import { quoteMail } from './quoted-mail';
import { sendEmail } from './send';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const uploads = createUploads(temporaryFolder());

/** Sends it to a server, and answers its bytes. */
async function sent(mail: Parameters<typeof sendEmail>[1]): Promise<string> {
  const raw: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, _, done) => void stream.on('data', (part: Buffer) => raw.push(part)).on('end', () => done()),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const account = {
    ...{ id: 1 as AccountId, merchant_id: 1 as MerchantId, enabled: true, kind: 'email' as const },
    ...{ external_id: 'care@shop.example', name: 'Shop', address: null, out_url: `smtp://127.0.0.1:${port}` },
    credentials: { user: null, password: null },
  };
  const nothing = async () => undefined;
  const given = { handOver: nothing, replaceRefreshToken: nothing, onServer: nothing, timeoutMs: 60_000, uploads };
  const answer = await sendEmail(account, mail, given);
  await new Promise<void>((resolve) => server.close(resolve));
  expect(answer).toMatchObject({ kind: 'sent' });
  return Buffer.concat(raw).toString('latin1');
}

it('a mail of the drawer is read alike by two parsers: text, HTML, pictures, files and names', async () => {
  const body = readMailBody(
    `<div>Packed <strong>today</strong>, मीरा</div><img src="data:image/png;base64,${PIXEL}" alt="Box">`,
  );
  const quote = quoteMail('reply', {
    from: [{ email: 'meera@mail.example', name: 'मीरा अय्यर' }],
    to: [{ email: 'care@shop.example', name: '' }],
    cc: [],
    subject: 'मेरा ऑर्डर',
    at: '2026-11-20T12:05:09Z',
    html: '<p onclick="steal()">Where is it? <img src="cid:logo@shop" alt="Logo"></p><script>steal()</script>',
    text: 'Where is it?',
    contentIds: new Set(['logo@shop']),
  });
  const stored = async (bytes: Buffer) => uploads.put(bytes, { maxBytes: 1_000 });
  const [picture, logo, bill] = [
    await stored(body.images[0]?.bytes ?? Buffer.alloc(0)),
    await stored(Buffer.from(PIXEL, 'base64')),
    await stored(Buffer.from('%PDF-1.7')),
  ];
  const image = { kind: 'image', content_type: 'image/png' } as const;
  const raw = await sent({
    from: { email: 'care@shop.example', name: 'दुकान, Inc.' },
    to: [{ email: 'meera@mail.example', name: 'मीरा अय्यर' }],
    cc: [{ email: 'boss@mail.example', name: '' }],
    bcc: [{ email: 'hidden@shop.example', name: '' }],
    subject: 'Re: मेरा ऑर्डर, in a line that is far longer than any header line of a mail may be before it is folded',
    text: `${body.text}\n${quote.text}`,
    html: body.html + quote.html,
    in_reply_to: '<asked@mail.example>',
    references: ['<first@mail.example>', '<asked@mail.example>'],
    message_id: `<${randomUUID()}@shop.example>`,
    files: [
      { ...picture, ...image, filename: 'image-1.png', cid: body.images[0]?.cid ?? '' },
      { ...logo, ...image, filename: 'logo.png', cid: 'logo@shop' },
      { ...bill, kind: 'document', content_type: 'application/pdf', filename: 'बिल नवंबर.pdf' },
    ],
  });
  expect(raw).not.toContain('hidden@shop.example');
  // Eight bits are encoded: every server passes it on as it is.
  expect([...raw].every((sign) => sign.charCodeAt(0) < 128)).toBe(true);

  const ours = await PostalMime.parse(raw);
  const theirs: LetterparserMail = extract(raw);
  for (const read of [ours, theirs]) {
    expect(read.subject).toMatch(/^Re: मेरा ऑर्डर, in a line .* folded$/);
    expect(read.text).toMatch(
      /^Packed today, मीरा\s+On Fri, 20 Nov 2026 12:05 UTC, मीरा अय्यर <meera@mail.example> wrote:\s+> Where/,
    );
    expect(read.html).toContain(`src="cid:${body.images[0]?.cid}"`);
    expect(read.html).toContain('<blockquote type="cite"');
    expect(read.html).not.toMatch(/steal|script|onclick/);
    expect(read.from).toMatchObject({ name: 'दुकान, Inc.', address: 'care@shop.example' });
    expect(read.to).toMatchObject([{ name: 'मीरा अय्यर', address: 'meera@mail.example' }]);
    expect(read.attachments?.map(({ filename }) => filename)).toEqual(['image-1.png', 'logo.png', 'बिल नवंबर.pdf']);
  }
  expect(theirs.attachments?.[1]?.contentId?.replace(/[<>]/g, '')).toBe('logo@shop');
  expect(Buffer.from(theirs.attachments?.[0]?.body ?? '').toString('base64')).toBe(PIXEL);
  expect(ours).toMatchObject({
    inReplyTo: '<asked@mail.example>',
    references: '<first@mail.example> <asked@mail.example>',
  });
});
