import { newWamid, postSigned, whatsappDelivery, type WebhookMessage } from '@inbox/simulate';
import type { Inbox } from '../harness/inbox';
import { VECTORS, together } from '@inbox/domain/testing/hostile';
import { FILES } from './files';
import { SHORT, type HostileShop } from './shop';

/** Writes the whole corpus and sends every file; the newest conversation stands first in the list. */
export const COLLECTOR = `Collector ${VECTORS[10]!.content} ${VECTORS[0]!.content}`;
/** Sends one picture that is what it says, so that it is shown. */
export const PAINTER = `Painter ${SHORT}`;
const PICTURE = FILES.findIndex(({ filename }) => filename.startsWith('"><img'));

/** In one delivery at most. */
const A_DELIVERY = 150;

type Content = WebhookMessage['content'];

/** Brings each vector in as a name of a customer, as words, in buttons and captions, and each file. */
export async function writeOnWhatsapp({ url }: Inbox, { whatsapp }: HostileShop): Promise<void> {
  const message = (from: number, name: string, content: Content): WebhookMessage => ({
    id: newWamid(),
    from: String(917_000_000_000 + from),
    name,
    timestamp: Math.floor(Date.now() / 1000),
    content,
  });
  const says = (body: string): Content => ({ type: 'text', text: { body } });
  const collects = (content: Content) => message(0, COLLECTOR, content);

  const named = VECTORS.map(({ content }, n) => message(n + 1, content, says(content)));
  const said = together(VECTORS, 12).map((body) => collects(says(body)));
  const chosen = VECTORS.slice(0, 6).flatMap(({ content: id }) => [
    collects({ type: 'button', button: { payload: id, text: id } }),
    collects({
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { id, title: id, description: id } },
    }),
  ]);
  const sent = FILES.map((_, n) => collects(fileAs(n)));
  const painted = message(VECTORS.length + 1, PAINTER, fileAs(PICTURE));
  const batches = Array.from({ length: Math.ceil(named.length / A_DELIVERY) }, (_, n) =>
    named.slice(n * A_DELIVERY, (n + 1) * A_DELIVERY),
  );
  for (const messages of [...batches, said, chosen, [...sent, painted]]) {
    await postSigned(url, whatsapp.app_secret, whatsappDelivery(whatsapp, { messages }));
  }
}

/** The hostile channel finds a file by the end of its id. */
function fileAs(n: number): Content {
  const { filename, contentType } = FILES[n]!;
  const media = { id: String(1_000 * FILES.length + n), mime_type: contentType, sha256: '', caption: filename };
  return contentType.startsWith('image/')
    ? { type: 'image', image: media }
    : { type: 'document', document: { ...media, filename } };
}
