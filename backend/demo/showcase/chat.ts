import { editOf, newWamid, reactionTo, whatsappDelivery, type CustomerMessage, type Person } from '@inbox/simulate';
import { changeTags } from '../../src/tickets/lifecycle/tags';
import { setPriority } from '../../src/tickets/lifecycle/priority';
import { alterElsewhere } from '../../src/conversations/remote-edits/remote-edits';
import { contextAt } from '../adapters';
import { attachFile, bringFile, demoFiles, type DemoFile } from './files';
import { actor, answerWith, contentOf, deliver, takeTicket, type Stage } from './stage';

const MINUTE = 60_000;

/** A WhatsApp customer who sends one of everything, and what the shop and its bot say. */
export async function showChat(stage: Stage): Promise<Person[]> {
  const { deps, merchant, owner } = stage;
  const who = actor(1, 'Zubin Daruwala', 'Mumbai', '400001');
  // The newest of all, so that it stands at the top of its owner's list.
  let at = deps.now.getTime() - 60 * MINUTE;
  const next = () => (at += MINUTE);

  const say = async (content: CustomerMessage, quotes?: string): Promise<string> => {
    const id = newWamid();
    const now = next();
    const timestamp = Math.floor(now / 1000);
    const message = { id, from: who.phone, name: who.full_name, timestamp, content, ...(quotes && { quotes }) };
    await deliver(stage, merchant.whatsapp, whatsappDelivery(merchant.whatsapp, { messages: [message] }), now);
    return id;
  };
  const write = (body: string, quotes?: string) => say({ type: 'text', text: { body } }, quotes);
  const send = async (file: DemoFile, content: (media: Media) => CustomerMessage): Promise<string> => {
    const id = await say(content({ id: file.filename, mime_type: file.content_type, sha256: '' }));
    await bringFile(stage, await contentOf(stage, id), file);
    return id;
  };

  await write(
    'Namaste! I ordered *two kurtas* and a _silk stole_, but only ~two parcels~ one parcel came. ' +
      'The order is `KT-41823`: https://shop.example/orders/41823',
  );
  const ticket = await takeTicket(stage, who, 'whatsapp', next());
  await answerWith(
    stage,
    ticket,
    next(),
    'Hello Zubin! What is it about?\nBUTTON 1(Track my order)\nBUTTON 2(Return or exchange)\nBUTTON 3(Talk to a person)',
    { message_type: 'session_outbound_bot', agent_id: null, delivered: true, read: true },
  );
  await say({
    type: 'interactive',
    interactive: { type: 'list_reply', list_reply: { id: '3', title: 'Talk to a person' } },
  });
  const photo = await send(demoFiles.photo, (image) => {
    return { type: 'image', image: { ...image, caption: 'The parcel as it came' } };
  });
  await send(demoFiles.panorama, (image) => ({ type: 'image', image }));
  const invoice = await send(demoFiles.invoice, (file) => {
    return { type: 'document', document: { ...file, filename: demoFiles.invoice.filename } };
  });
  await send(demoFiles.scans, (file) => {
    return { type: 'document', document: { ...file, filename: demoFiles.scans.filename, caption: 'and the form' } };
  });
  const voice = await send(demoFiles.voice, (audio) => ({ type: 'audio', audio: { ...audio, voice: true } }));
  await send(demoFiles.song, (audio) => ({ type: 'audio', audio }));
  const video = await send(demoFiles.video, (file) => ({ type: 'video', video: { ...file, caption: 'Unpacking it' } }));

  const asked = await answerWith(stage, ticket, next(), 'Thank you, that helps. Which of the two is missing?');
  await write('This one, on the left', photo);
  await write('It stands on the invoice', invoice);
  await write('as I said', voice);
  await write('and here you see it is not in there', video);
  await write('So the indigo one', `showcase.${asked}`);
  const mistyped = await write('I mean KT-41832');
  await say(editOf(mistyped, 'I mean KT-41823'));
  await say(reactionTo(`showcase.${asked}`, '🙏'));
  await say({
    type: 'poll',
    poll: { name: 'Which colour suits me?', options: [{ name: 'Indigo' }, { name: 'Madder' }] },
  });
  await say({ type: 'unsupported' });
  const regretted = await write('You are all thieves!!');
  await alterElsewhere(contextAt(deps, next()), {
    merchantId: merchant.id,
    accountId: merchant.accounts.whatsapp,
    externalId: regretted,
    what: { kind: 'deleted' },
  });

  await setPriority(contextAt(deps, next()), owner, { ticketId: ticket, priority: 1 });
  await changeTags(contextAt(deps, next()), owner, { ticketId: ticket, tags: 'missing item,delivery', how: 'add' });
  const label = await answerWith(stage, ticket, next(), 'This is the label of the second parcel.', {
    delivered: true,
    read: true,
    content_type: 'image',
  });
  await attachFile(stage, label, demoFiles.photo);
  const copy = await answerWith(stage, ticket, next(), 'And a copy of the invoice.', {
    delivered: true,
    content_type: 'document',
  });
  await attachFile(stage, copy, demoFiles.invoice);
  await answerWith(
    stage,
    ticket,
    next(),
    'Hi Zubin, parcel 2 of order KT-41823 left Jaipur today.\nbutton 1 (Track the parcel)\nbutton 2 (Call us)',
    { message_type: 'template', delivered: true },
  );
  await answerWith(stage, ticket, next(), 'It should be with you on Friday.', { delivered: false });
  await answerWith(stage, ticket, next(), 'Shall we call you before it comes?', {
    send_status: 'not_sent',
    external_id: null,
    error_message: '(#131026) Message undeliverable: the recipient has not accepted the new terms of WhatsApp.',
  });
  await write('Friday is fine, thank you 🙏');
  return [who];
}

interface Media {
  id: string;
  mime_type: string;
  sha256: string;
}
