import { expect, it } from '@jest/globals';
import { addAgent, addMerchant } from '../testing/rows';
import { closeCode, startTestInbox } from '../testing/inbox';

it('a node that is to stop has its pages go to another one by one, and those that come meanwhile', async () => {
  const inbox = await startTestInbox();
  try {
    const shop = await addMerchant(inbox.db);
    const token = await inbox.signIn(shop, await addAgent(inbox.db, shop));
    const codes: Promise<number>[] = [];
    const open = async (): Promise<void> => void codes.push(closeCode(await inbox.socket(token)));
    await Promise.all(Array.from({ length: 8 }, open));
    const left: number[] = [];
    for (const closed of codes) void closed.then((code) => left.push(code));
    const drained = inbox.live.drain(800);
    await open();
    // Closed at once, all of them would be gone before a new one is greeted.
    expect(left.length).toBeLessThan(8);
    await drained;
    expect(await Promise.all(codes)).toEqual(Array.from({ length: 9 }, () => 1012));
  } finally {
    await inbox.close();
  }
});
