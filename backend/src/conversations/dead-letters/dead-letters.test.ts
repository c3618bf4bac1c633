import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AccountId, MerchantId } from '@inbox/domain';
import { addMerchant } from '../../testing/rows';
import {
  about,
  forgetOldReports,
  storeDeadLetter,
  listDeadLetters,
  readDeadLetter,
  takeDeadLettersAbout,
} from './dead-letters';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

let test: TestDatabase;
let merchantId: MerchantId;

beforeAll(async () => {
  test = await createTestDatabase();
  merchantId = await addMerchant(test.db);
});
afterAll(() => test.drop());

const body = (text: string) => Buffer.from(text);

it('what was not understood is kept to the byte, once, and listed newest first, page by page', async () => {
  const bytes = Buffer.from([0, 255, 0, 128]);
  await storeDeadLetter(test.db, { merchantId, door: 'mail', reason: 'first', body: bytes });
  await storeDeadLetter(test.db, { merchantId, door: 'mail', reason: 'first again', body: bytes });
  await storeDeadLetter(test.db, { merchantId: null, door: 'meta', reason: 'second\0', body: body('x') });
  const [second, first, ...rest] = await listDeadLetters(test.db, { limit: 10 });
  expect(rest).toEqual([]);
  expect(second).toMatchObject({ merchant: null, door: 'meta', reason: 'second', size: 1 });
  expect(first).toMatchObject({ merchant: expect.stringMatching(/^shop-/), door: 'mail', reason: 'first', size: 4 });
  expect(await listDeadLetters(test.db, { limit: 1, before: second?.id ?? 0 })).toEqual([first]);
  expect(await readDeadLetter(test.db, first?.id ?? 0)).toEqual(bytes);
  expect(await readDeadLetter(test.db, 999_999)).toBeUndefined();
});

it('a report waits for its message, at its own merchant, and is forgotten after thirty days', async () => {
  const awaited = about(7 as AccountId, 'wamid.1');
  const report = { merchantId, door: 'meta', reason: 'early', about: awaited } as const;
  await storeDeadLetter(test.db, { ...report, body: body('sent') });
  await storeDeadLetter(test.db, { ...report, body: body('read') });
  expect(await takeDeadLettersAbout(test.db, await addMerchant(test.db), awaited)).toEqual([]);
  expect(await takeDeadLettersAbout(test.db, merchantId, awaited)).toEqual([body('sent'), body('read')]);
  expect(await takeDeadLettersAbout(test.db, merchantId, awaited)).toEqual([]);

  await storeDeadLetter(test.db, { ...report, body: body('late') });
  await storeDeadLetter(test.db, { merchantId, door: 'meta', reason: 'not a report', body: body('kept for good') });
  const before = (await listDeadLetters(test.db, { limit: 10 })).length;
  await forgetOldReports(test.db, new Date(Date.now() + 29 * 86_400_000));
  expect(await listDeadLetters(test.db, { limit: 10 })).toHaveLength(before);
  await forgetOldReports(test.db, new Date(Date.now() + 31 * 86_400_000));
  expect((await listDeadLetters(test.db, { limit: 10 })).map(({ reason }) => reason)).not.toContain('early');
  expect(await listDeadLetters(test.db, { limit: 10 })).toHaveLength(before - 1);
});
