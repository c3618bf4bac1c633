import { randomBytes } from 'node:crypto';
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
  upload,
} from './deliver-fixtures';
import { MAX_MAIL_BYTES } from '../receive/intake';

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(openMailbox);
afterEach(closeMailbox);

it('25 MB of files leave in one mail, and come in with one', async () => {
  const customer = await customerWrites();
  const film = randomBytes(25_000_000);
  await answer(customer, [await upload('film.mp4', 'video/mp4', 'video', film)]);
  const [raw = Buffer.alloc(0)] = here.mails;
  expect(raw.length).toBeGreaterThan(33_000_000);
  expect(raw.length).toBeLessThan(MAX_MAIL_BYTES);
  const { attachments } = await PostalMime.parse(raw);
  expect(attachments.map(({ content }) => film.equals(Buffer.from(content as ArrayBuffer)))).toEqual([true]);
});
