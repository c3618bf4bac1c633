import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openVault } from '../accounts/vault';
import { createUploads } from '../platform/files/uploads';
import { addShop, createChannelWorld, type ChannelWorld } from '../testing/channel-world';
import { addContent, addConversation, addTicket } from '../testing/rows';
import { checkStorage } from './storage-check';

let world: ChannelWorld;
let elsewhere: string;
beforeAll(async () => {
  world = await createChannelWorld();
  elsewhere = await mkdtemp(join(tmpdir(), 'inbox-storage-'));
});
afterAll(async () => {
  await world.end();
  await rm(elsewhere, { recursive: true, force: true });
});

it('a database whose keys and files are elsewhere is told of, and one that has them is not', async () => {
  const { db } = world.test;
  const shop = await addShop(world, 'whatsapp');
  const line = await addConversation(db, shop.merchantId);
  const content_id = await addContent(db, line, await addTicket(db, line));
  const home = createUploads(join(world.dataDir, 'uploads'));
  const { storage_key, size } = await home.put(Buffer.from('bill'), { maxBytes: 10 });
  const file = { kind: 'document', filename: 'bill.pdf', content_type: 'application/pdf', size, storage_key } as const;
  await db
    .insertInto('attachments')
    .values({ merchant_id: shop.merchantId, content_id, content_id_header: null, external_media_id: null, ...file })
    .execute();

  const here = { settings: { dataDir: world.dataDir }, place: home.dir };
  expect(await checkStorage({ db, vault: world.vault, uploads: home, ...here, key: 'found' })).toEqual([]);

  const uploads = createUploads(join(elsewhere, 'uploads'));
  const vault = await openVault(elsewhere);
  const there = { settings: { dataDir: elsewhere }, place: uploads.dir };
  const told = await checkStorage({ db, vault, uploads, ...there, key: 'made' });
  expect(told).toEqual([
    expect.stringContaining('credentials-key was missing, and a new one has been made'),
    expect.stringContaining('1 newest files of messages 1 are not in'),
  ]);
  const [other] = await checkStorage({ db, vault, uploads: home, ...there, key: 'found' });
  expect(other).toContain('is not the key that sealed them');
});
