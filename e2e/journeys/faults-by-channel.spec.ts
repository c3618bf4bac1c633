import { callIn } from '@inbox/simulate';
import { commentRows, phoneRows } from '../faults/channel-rows';
import { FAULTS, LOGGED } from '../faults/fault';
import { laterRows } from '../faults/later-rows';
import { mailRows } from '../faults/mail-rows';
import { meetFaults } from '../faults/row';
import { logoutRows } from '../faults/shell-rows';
import { signInRows } from '../faults/sign-in-rows';
import { signatureRows } from '../faults/signature-rows';
import { Commenter } from '../harness/commenter';
import { signIn } from '../harness/inbox';
import { expect, test } from '../harness/test';

/** The clock is installed in mails as well, which run no script; and nobody serves the picture. */
const MAIL_LOGGED = [/^console: Blocked script execution in 'about:srcdoc'/, /\/api\/inbox\/mail-images\//];

for (const fault of FAULTS) {
  test(`calls for comments, telephony, mails and the session that meet ${fault} say so, and work at the next try`, async ({
    inbox,
    open,
    guard,
  }) => {
    // What the page asks in the moment of the sign-out is refused.
    guard.expects(...LOGGED, ...MAIL_LOGGED, /status of 401/);
    const phone = `+9198123${String(10_000 + FAULTS.indexOf(fault))}`;
    const commenter = new Commenter(inbox.url, inbox.instagram, `Commenting ${fault}`);
    await commenter.comments('Does it come in green?', { post: 3 });
    await callIn(inbox.url, inbox.phoneLine, phone);
    const mailing = inbox.customer(`Mailing ${fault}`);
    await mailing.mails({
      subject: 'A picture',
      text: 'As seen here',
      html: '<p>As seen here <img src="https://pictures.example/parcel.png" width="40" height="40"></p>',
    });
    const token = await signIn(inbox.url, inbox.asha);
    const asha = await open(inbox.asha, {
      viewport: { width: 1600, height: 900 },
      prepare: (page) => page.clock.install(),
    });
    asha.page.setDefaultTimeout(10_000);
    await asha.isLive();
    await asha.showAll();

    const short = await meetFaults(asha, fault, phoneRows(asha, fault, { inbox, phone }));
    await asha.openTicketOf(commenter.name);
    short.push(...(await meetFaults(asha, fault, commentRows(asha, fault, { commenter: commenter.name }))));
    await asha.openTicketOf(mailing.name);
    short.push(...(await meetFaults(asha, fault, mailRows(asha, fault, { inbox, writer: mailing.name }))));
    short.push(...(await meetFaults(asha, fault, signatureRows(asha))));
    short.push(...(await meetFaults(asha, fault, laterRows(asha, fault))));
    short.push(...(await meetFaults(asha, fault, signInRows(asha, fault, inbox))));
    short.push(...(await meetFaults(asha, fault, logoutRows(asha, { inbox, token }))));
    expect(short).toEqual([]);
  });
}
