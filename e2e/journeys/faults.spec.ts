import { customerPanelRows } from '../faults/customer-panel-rows';
import { FAULTS, LOGGED } from '../faults/fault';
import { listRows } from '../faults/list-rows';
import { noteRows } from '../faults/note-rows';
import { replyRows } from '../faults/reply-rows';
import { meetFaults } from '../faults/row';
import { shellRows } from '../faults/shell-rows';
import { openingRows, ticketRows, timerRows } from '../faults/ticket-rows';
import { expect, test } from '../harness/test';

for (const fault of FAULTS) {
  test(`calls that meet ${fault} say so, keep what there is, and work at the next try`, async ({
    inbox,
    open,
    guard,
  }) => {
    guard.expects(...LOGGED);
    const [customer, other] = [inbox.customer(`Faulty ${fault}`), inbox.customer(`Linked ${fault}`)];
    const wrote = `Does ${fault} lose me?`;
    await customer.writes(wrote);
    await other.writes('The same order.');
    const otherId = await inbox.ticketOf(inbox.asha, other.name);
    const field = `Fault ${fault}`;
    await inbox.admin(['field', 'add', '--merchant', inbox.shop.slug, '--name', field]);
    const asha = await open(inbox.asha, {
      viewport: { width: 1600, height: 900 },
      prepare: (page) => page.clock.install(),
    });
    asha.page.setDefaultTimeout(10_000);
    await asha.isLive();

    const short = await meetFaults(asha, fault, [
      ...listRows(asha, fault, { customer: customer.name, other: other.name }),
      ...openingRows(asha, fault, { customer: customer.name, other: other.name, wrote }),
      ...timerRows(asha, { customer: customer.name, other: other.name, wrote }),
      ...shellRows(asha),
      ...replyRows(asha, fault),
      ...customerPanelRows(asha, fault, { customer: customer.name, other: other.name, otherId, field }),
      ...noteRows(asha, fault),
      ...ticketRows(asha, fault, { customer: customer.name, wrote, otherId }),
    ]);
    expect(short).toEqual([]);
  });
}
