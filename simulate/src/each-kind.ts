import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { SimulatorFile, SocialAccount } from './accounts';
import { callIn } from './exotel';
import { sampleWinmail } from './mail/sample-winmail';
import { sendMail } from './mail/send-mail';
import { postSigned } from './post-signed';
import { samplePdf } from './sample-pdf';
import { demoMedia } from './demo-media';
import {
  commentDelivery,
  commentRemoval,
  messagingDelivery,
  newMid,
  newSocialId,
  type SocialMessage,
} from './social/delivery';
import { demoPost } from './social/posts';
import { newWamid, type CustomerMessage, type WebhookMessage } from './whatsapp/delivery';
import { editOf, reactionTo, revokeOf, messageKinds } from './whatsapp/kinds';
import { postDelivery } from './whatsapp/report';

type Account<K extends SimulatorFile['accounts'][number]['kind']> = Extract<
  SimulatorFile['accounts'][number],
  { kind: K }
>;

/**
 * Has customers of the first shop send one of every kind that its channels know, each through its real door.
 * @param log told of each in one line, when the inbox has it
 */
export async function sendEachKind(file: SimulatorFile, log: (line: string) => void): Promise<void> {
  const accountOf = <K extends SimulatorFile['accounts'][number]['kind']>(kind: K): Account<K> | undefined =>
    file.accounts.find((account): account is Account<K> => account.kind === kind);
  const phone = () => `91${randomInt(9e8, 9.9e8)}1`.padEnd(12, '0');

  const whatsapp = accountOf('whatsapp');
  if (whatsapp) {
    const from = { from: phone(), name: 'Every Esha' };
    for (const [what, content] of whatsappKinds()) {
      const timestamp = Math.floor(Date.now() / 1000);
      await postDelivery(file.backend, whatsapp, { messages: [{ ...from, timestamp, content }] });
      log(`whatsapp: ${what}`);
    }
    await sendToldKinds(file, whatsapp, from, log);
  }
  for (const kind of ['instagram', 'messenger'] as const) {
    const account = accountOf(kind);
    if (account) await sendSocialKinds(file, account, phone(), log);
  }
  const mailbox = accountOf('email');
  if (mailbox) {
    const pdf = samplePdf(['Invoice 4711']);
    const winmail = sampleWinmail('The invoice comes from Outlook.', { name: 'invoice.pdf', bytes: pdf });
    const from = { name: 'Every Esha', address: `esha.${randomUUID().slice(0, 8)}@mail.example` };
    for (const [subject, attachment] of [
      ['A file', { filename: 'invoice.pdf', content: pdf, contentType: 'application/pdf' }],
      ['A winmail.dat', { filename: 'winmail.dat', content: winmail, contentType: 'application/ms-tnef' }],
    ] as const) {
      await sendMail(file.smtp_port, {
        from,
        to: mailbox.address,
        subject,
        text: 'As promised.',
        attachments: [attachment],
      });
      log(`email: ${subject.toLowerCase()}`);
    }
  }
  const line = accountOf('phone');
  if (line) {
    await callIn(file.backend, line, `+${phone()}`);
    log('phone: a call');
  }
}

/** What is told in words, and what changes a message that was there before. */
async function sendToldKinds(
  file: SimulatorFile,
  account: Account<'whatsapp'>,
  who: { from: string; name: string },
  log: (line: string) => void,
): Promise<void> {
  const now = () => Math.floor(Date.now() / 1000);
  const send = async (
    what: string,
    message: Omit<WebhookMessage, 'from' | 'name' | 'timestamp'> & { timestamp?: number },
  ) => {
    await postDelivery(file.backend, account, { messages: [{ ...who, timestamp: now(), ...message }] });
    log(`whatsapp: ${what}`);
  };

  const says = (body: string): CustomerMessage => ({ type: 'text', text: { body } });
  const [edited, gone, echo] = [newWamid(), newWamid(), newWamid()];
  await send('a text that is edited', { id: edited, content: says('Order 10') });
  await send('the edit', { content: editOf(edited, 'Order 101') });
  await send('a reaction to it', { content: reactionTo(edited, '👍') });
  await send('another in its place', { content: reactionTo(edited, '❤') });
  await send('a text that is taken back', { id: gone, content: says('Sent by mistake') });
  await send('it was taken back', { content: revokeOf(gone) });
  await send('an edit of a message that is not here', { content: editOf(newWamid(), 'It says this now') });
  await send('a reaction to a message that is not here', { content: reactionTo(newWamid(), '🎉') });
  await send('a message of an hour ago', { content: says('I had no network'), timestamp: now() - 3_600 });
  await send('a message in a group', { content: says('Shall we order together?'), group_id: 'Y2FwaV9ncm91cDE' });
  const echoes = [{ to: who.from, timestamp: now(), id: echo, content: says('Hello Esha, from my phone!') }];
  await postDelivery(file.backend, account, { echoes });
  log('whatsapp: an answer from the shop’s phone');
  const product_items = [{ product_retailer_id: 'STOLE-KHADI' }, { product_retailer_id: 'STOLE-SILK' }];
  const list: CustomerMessage = {
    type: 'interactive',
    interactive: {
      type: 'product_list',
      header: { type: 'text', text: 'Stoles' },
      body: { text: 'These are there in blue.' },
      action: { catalog_id: '77', sections: [{ title: 'Blue', product_items }] },
    },
  };
  await postDelivery(file.backend, account, { echoes: [{ to: who.from, timestamp: now(), content: list }] });
  log('whatsapp: a list of products from the shop’s phone');
  const thanks = { to: who.from, timestamp: now(), content: reactionTo(edited, '🙏') };
  await postDelivery(file.backend, account, { echoes: [thanks] });
  log('whatsapp: the shop’s own reaction');
  const picture = `http://127.0.0.1:${file.graph_port}/media-bytes/${randomInt(360)}`;
  for (const [what, message] of messageKinds(picture)) await send(what, message);
}

function whatsappKinds(): [what: string, content: CustomerMessage][] {
  const named = (id: string) => {
    const { bytes, mimeType } = demoMedia(id);
    return { id, mime_type: mimeType, sha256: createHash('sha256').update(bytes).digest('hex') };
  };
  const number = randomInt(1e9, 9e9);
  return [
    ['a text', { type: 'text', text: { body: '*Hello*, is anybody there?' } }],
    ['a picture', { type: 'image', image: { ...named(String(number)), caption: 'Like this one' } }],
    ['a voice message', { type: 'audio', audio: { ...named(`voice-${number}`), voice: true } }],
    ['a document', { type: 'document', document: { ...named(`pdf-${number}`), filename: 'invoice.pdf' } }],
    ['a pressed button', { type: 'button', button: { payload: 'yes', text: 'Yes, please' } }],
  ];
}

async function sendSocialKinds(
  file: SimulatorFile,
  account: SocialAccount,
  customer: string,
  log: (line: string) => void,
): Promise<void> {
  const post = (body: unknown) => postSigned(file.backend, account.app_secret, body);
  const media = (id: string) => `http://127.0.0.1:${file.graph_port}/media-bytes/${id}`;
  const tell = (event: Parameters<typeof messagingDelivery>[2]) =>
    post(messagingDelivery(account, customer, event, { at: Date.now() }));
  const carrying = (type: 'image' | 'audio' | 'file' | 'story_mention', id: string) => ({
    attachments: [{ type, payload: { url: media(id) } }],
  });
  const [taken, edited, theirs] = [newMid(), newMid(), newMid()];
  const kinds: [string, Omit<SocialMessage, 'mid'> & { mid?: string }][] = [
    ['a text', { text: 'Hi!' }],
    ['a picture', carrying('image', '12')],
    ['a voice message', carrying('audio', 'voice-1')],
    ['a file', carrying('file', 'pdf-1')],
    ['a mention in a story', carrying('story_mention', '40')],
    ['an answer to a story', { text: 'So pretty', reply_to: { story: { id: newSocialId(), url: media('80') } } }],
    ['one that is taken back', { text: 'Sent by mistake', mid: taken }],
    ['a like', { attachments: [{ type: 'like_heart', payload: {} }] }],
    ['a view-once picture', { attachments: [{ type: 'ephemeral', payload: {} }] }],
    [
      'a product',
      {
        attachments: [
          { type: 'template', payload: { product: { elements: [{ title: 'Khadi stole', subtitle: '₹799' }] } } },
        ],
      },
    ],
    ['an attachment of an unknown kind', { attachments: [{ type: 'hologram', payload: {} }] }],
    ['one that the channel does not hand out', { is_unsupported: true }],
    ['a text that is edited', { text: 'Order 10', mid: edited }],
    ['a click on an advertisement', { text: 'Is it there in blue?', referral: advertisement(media('120')) }],
  ];
  for (const [what, message] of kinds) {
    await tell({ message: { mid: newMid(), ...message } });
    log(`${account.kind}: ${what}`);
  }
  await tell({ message: { mid: taken, is_deleted: true } });
  log(`${account.kind}: it was taken back`);
  await tell({ message_edit: { mid: edited, text: 'Order 101' } });
  log(`${account.kind}: it was edited`);
  await tell({ reaction: { mid: edited, action: 'react', reaction: 'love', emoji: '❤' } });
  log(`${account.kind}: a reaction`);
  await tell({ optin: { type: 'notification_messages', title: 'New stoles', payload: 'stoles' } });
  log(`${account.kind}: an opt-in`);
  await tell({ referral: { ref: 'story', source: 'SHORTLINK', type: 'OPEN_THREAD' } });
  log(`${account.kind}: a click on a link`);
  const own = { message: { mid: theirs, text: 'Yes, in two blues.', is_echo: true as const } };
  await post(messagingDelivery(account, customer, own, { at: Date.now(), byShop: true }));
  log(`${account.kind}: an answer from another tool`);

  const { id: post_id, isAd } = demoPost(2);
  const by = { from: { id: customer, name: 'every.esha' }, post_id, isAd };
  const [first, second] = [newSocialId(), newSocialId()];
  await post(commentDelivery(account, { ...by, id: first, text: 'Which sizes are there?' }, Date.now()));
  await post(commentDelivery(account, { ...by, id: second, text: 'And in blue?', parent: first }, Date.now()));
  log(`${account.kind}: a comment under an advertisement, and an answer to it`);
  if (account.kind === 'messenger') {
    await post(commentRemoval(account, { id: second, post_id }, Date.now()));
    log('messenger: the answer was taken back');
  }
}

const advertisement = (photo_url: string) => ({
  ref: 'stoles',
  source: 'ADS',
  type: 'OPEN_THREAD',
  ad_id: '6045246247433',
  ads_context_data: { ad_title: 'Silk stoles, woven to order', photo_url, post_id: '1' },
});
