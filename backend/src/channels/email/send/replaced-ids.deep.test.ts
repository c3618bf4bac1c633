import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addChat, addOutgoing } from '../../../testing/outgoing';
import { receiveMessage } from '../../../conversations/receive/receive-message';
import { addShop } from '../../../testing/channel-world';
import { closeSmtp, contents, here, mail, openShop, openSmtp, plain, send } from '../fixtures';
import { composeNewMail } from './compose';

beforeAll(openSmtp);
afterAll(closeSmtp);
beforeEach(openShop);

const SES = '0109019a2b3c4d5e-1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9-000000';

it.each([
  ['the id that Amazon SES gave it', `<${SES}@ap-south-1.amazonses.com>`],
  ['the id that it left with', '<ours@shop.example>'],
])('an answer that names a mail by %s is in its ticket', async (_name, id) => {
  await addOutgoing(here.world, await addChat(here.world, here.shop, 'email'), 'Which size?');
  const [ours] = await contents();
  await here.world.test.db
    .updateTable('contents')
    .set({ external_id: `<${SES}@amazonses.com>`, details: JSON.stringify({ message_id: '<ours@shop.example>' }) })
    .where('id', '=', ours!.id)
    .execute();
  await send(plain([`In-Reply-To: ${id}`], 'M, please.'));
  expect(await contents()).toMatchObject([{}, { ticket_id: ours?.ticket_id, message: 'M, please.' }]);
});

describe('a mail that begins a ticket, and whose Message-ID is replaced by a service that does not name the new one', () => {
  const UNKNOWN = '<0a1b2c@service.example>';
  let contact = '';
  let references = '';

  beforeEach(async () => {
    contact = `${randomUUID()}@home.example`;
    const shop = { email: here.shop.externalId, name: 'Shop' };
    const [to, nobody] = [[{ email: contact, name: '' }], []];
    const first = {
      from: shop,
      to,
      cc: nobody,
      bcc: nobody,
      subject: 'Your size',
      html: '',
      text: 'Which?',
      files: [],
    };
    const { messageId, details } = composeNewMail(first);
    references = details.references!.join(' ');
    const chat = await addChat(here.world, here.shop, 'email');
    const id = await addOutgoing(here.world, chat, 'Which?');
    await here.world.test.db
      .updateTable('conversations')
      .set({ contact })
      .where('id', '=', chat.conversationId)
      .execute();
    const stored = { external_id: messageId, details: JSON.stringify(details) };
    await here.world.test.db.updateTable('contents').set(stored).where('id', '=', id).execute();
  });

  const answer = ({
    from = contact,
    subject = 'Re: Your size',
    answers = [`In-Reply-To: ${UNKNOWN}`],
    to = here.shop,
  }) =>
    send(mail([`From: ${from}`, 'To: help@shop.example', `Subject: ${subject}`, ...answers], 'M, please.'), {
      to: [to.externalId],
    });
  const withThread = () => [`In-Reply-To: ${UNKNOWN}`, `References: ${references} ${UNKNOWN}`];

  it.each([
    ['in References', () => ({ answers: withThread(), subject: 'M', from: 'sister@home.example' })],
    ['in In-Reply-To', () => ({ answers: [`In-Reply-To: ${references}`], subject: 'M' })],
  ])('has an answer with its thread’s id %s in its ticket, whoever writes', async (_name, given) => {
    await answer(given());
    const [ours, theirs] = await contents();
    expect(theirs).toMatchObject({ ticket_id: ours?.ticket_id, message: 'M, please.' });
  });

  it.each(['Re: Your size', 'AW: Re: your  size', 'RE[2]: Your size', 'Your size'])(
    'has the customer’s answer %j in its ticket, which names an unknown id alone',
    async (subject) => {
      await answer({ subject });
      const [ours, theirs] = await contents();
      expect(theirs).toMatchObject({ ticket_id: ours?.ticket_id });
    },
  );

  it.each([
    ['of somebody else', { from: 'stranger@home.example' }],
    ['with another subject', { subject: 'Re: Your order' }],
    ['without a subject', { subject: '' }],
    ['that answers nothing', { answers: [] }],
  ])('has no mail %s in its ticket, when that names no id of the thread', async (_name, given) => {
    await answer(given);
    const [ours, theirs] = await contents();
    expect(theirs?.ticket_id).not.toBe(ours?.ticket_id);
  });

  it('has no mail in its ticket that has only its subject and a sender who is not proven', async () => {
    const { merchantId, accountId } = here.shop;
    const unproven = { subject: 'Re: Your size', sender_check: { verified: false } };
    const received = await receiveMessage(here.world.context, {
      ...{ merchantId, accountId, contact, source: 'email', externalId: '<forged@home.example>', answers: [UNKNOWN] },
      ...{ content_type: 'email', message_type: 'session', message: 'Send it to me', details: unproven },
      ...{ from: { name: '', phone: null, email: contact }, sentAt: new Date(), quotes: null, attachments: [] },
    });
    const [ours] = await contents();
    if (received.outcome !== 'stored') throw new Error('The mail is not stored.');
    expect(received.ticketId).not.toBe(ours?.ticket_id);
  });

  it('has no mail in its ticket that names its thread to another shop, or guesses at the id', async () => {
    const other = await addShop(here.world, 'email');
    await answer({ answers: withThread(), to: other });
    await answer({ answers: [`References: ${references.replace(/^<./, '<_')}`], from: 'stranger@home.example' });
    const [ours, guessed] = await contents();
    expect(await contents(other)).toHaveLength(1);
    expect(guessed?.ticket_id).not.toBe(ours?.ticket_id);
  });
});
