import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import {
  answer,
  closeMailbox,
  closeWorld,
  customerWrites,
  here,
  openMailbox,
  openWorld,
  sent,
  upload,
} from './deliver-fixtures';

/** Bytes that no line ending or character set may touch. */
const BYTES = Buffer.from([0, 0xff, 0x0d, 0x0a, 0x2e, 0x0d, 0x0a, 0x80, 0x0a]);

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(openMailbox);
afterEach(closeMailbox);

it('a mail with files leaves as one mail, its files byte for byte and by their names, and shows them as one item', async () => {
  const customer = await customerWrites();
  const attachment_ids = [
    await upload('बिल नं. 12.pdf', 'application/pdf', 'document', BYTES),
    await upload('parcel "front".png', 'image/png', 'image', BYTES),
  ];
  await answer(customer, attachment_ids);

  expect(here.mails).toHaveLength(1);
  const mail = await PostalMime.parse(here.mails[0] ?? '');
  expect(mail.text?.trim()).toBe('Here it is.');
  expect(mail.attachments.map(({ filename, mimeType, disposition }) => ({ filename, mimeType, disposition }))).toEqual([
    { filename: 'बिल नं. 12.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
    { filename: 'parcel "front".png', mimeType: 'image/png', disposition: 'attachment' },
  ]);
  for (const { content } of mail.attachments) expect(Buffer.from(content as ArrayBuffer)).toEqual(BYTES);

  const [item, ...others] = await sent();
  expect([item, others]).toMatchObject([{ content_type: 'email', message: 'Here it is.' }, []]);
  const kept = await here.world.test.db
    .selectFrom('attachments')
    .select(['content_id', 'filename'])
    .where('merchant_id', '=', here.shop.merchantId)
    .orderBy('id')
    .execute();
  expect(kept).toEqual([
    { content_id: item?.id, filename: 'बिल नं. 12.pdf' },
    { content_id: item?.id, filename: 'parcel "front".png' },
  ]);
});
