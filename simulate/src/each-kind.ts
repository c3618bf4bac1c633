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
import type { CustomerMessage } from './whatsapp/delivery';
import { postDelivery } from './whatsapp/post-delivery';

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
    ['one of an unknown kind', { type: 'unsupported' }],
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
  const carrying = (type: NonNullable<SocialMessage['attachments']>[number]['type'], id: string) => ({
    attachments: [{ type, payload: { url: media(id) } }],
  });
  const taken = newMid();
  const kinds: [string, Omit<SocialMessage, 'mid'> & { mid?: string }][] = [
    ['a text', { text: 'Hi!' }],
    ['a picture', carrying('image', '12')],
    ['a voice message', carrying('audio', 'voice-1')],
    ['a file', carrying('file', 'pdf-1')],
    ['a mention in a story', carrying('story_mention', '40')],
    ['an answer to a story', { text: 'So pretty', reply_to: { story: { id: newSocialId(), url: media('80') } } }],
    ['one that is taken back', { text: 'Sent by mistake', mid: taken }],
  ];
  for (const [what, message] of kinds) {
    await tell({ message: { mid: newMid(), ...message } });
    log(`${account.kind}: ${what}`);
  }
  await tell({ message: { mid: taken, is_deleted: true } });
  log(`${account.kind}: it was taken back`);

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
