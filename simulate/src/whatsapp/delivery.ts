import { randomBytes } from 'node:crypto';

/** The parts of a WhatsApp Cloud API webhook that the simulator sends. */
export type CustomerMessage =
  | { type: 'text'; text: { body: string } }
  | { type: 'image' | 'video'; image?: Media; video?: Media }
  | { type: 'document'; document: Media & { filename: string } }
  | { type: 'audio'; audio: Media & { voice?: boolean } }
  | { type: 'unsupported'; unsupported?: { type: string }; errors?: { code: number; title: string }[] }
  /** Of messages that were there before. */
  | { type: 'edit'; edit: { original_message_id: string; message: { type: 'text'; text: { body: string } } } }
  | { type: 'revoke'; revoke: { original_message_id: string } }
  | { type: 'reaction'; reaction: { message_id: string; emoji?: string } }
  | { type: 'poll'; poll: { name: string; options: { name: string }[] } }
  | { type: 'request_welcome' }
  | { type: 'system'; system: { type: string; wa_id: string } }
  | { type: 'order'; order: { catalog_id: string; text?: string; product_items: OrderedProduct[] } }
  /** A kind that does not exist. */
  | { type: 'hologram'; hologram: object }
  | { type: 'button'; button: { payload: string; text: string } }
  | {
      type: 'interactive';
      interactive:
        | { type: 'button_reply'; button_reply: { id: string; title: string } }
        | { type: 'call_permission_reply'; call_permission_reply: { response: 'accept' | 'reject' } }
        | ProductList
        | { type: 'list_reply'; list_reply: { id: string; title: string; description?: string } };
    };

interface OrderedProduct {
  product_retailer_id: string;
  quantity: number;
  item_price: number;
  currency: string;
}

/** What a shop sends from its phone. */
interface ProductList {
  type: 'product_list';
  header: { type: 'text'; text: string };
  body: { text: string };
  action: { catalog_id: string; sections: { title: string; product_items: { product_retailer_id: string }[] }[] };
}

interface Media {
  id: string;
  mime_type: string;
  sha256: string;
  caption?: string;
}

export interface WebhookMessage {
  /** Who writes: digits with country code. */
  from: string;
  /** Their profile name. */
  name: string;
  /** Seconds since 1970. */
  timestamp: number;
  /** Made when left out. */
  id?: string;
  /** The wamid that is quoted. */
  quotes?: string;
  /** The group that it is written in. */
  group_id?: string;
  context?: { forwarded?: true; frequently_forwarded?: true; referred_product?: { product_retailer_id: string } };
  referral?: WebhookReferral;
  content: CustomerMessage;
}

/** What led a customer to the shop. */
export interface WebhookReferral {
  source_type: 'ad' | 'post';
  source_url: string;
  source_id: string;
  headline: string;
  body: string;
  image_url?: string;
}

/** What the shop wrote on its phone. */
export interface WebhookEcho {
  /** Whom it is to: digits with country code. */
  to: string;
  timestamp: number;
  id?: string;
  content: CustomerMessage;
}

export interface WebhookStatus {
  id: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  timestamp: number;
  recipient_id: string;
  biz_opaque_callback_data?: string;
  errors?: { code: number; title: string; message: string }[];
}

interface WhatsAppNumber {
  phone_number_id: string;
  display_phone_number: string;
}

/** A message id of the form that the channel gives. */
export function newWamid(): string {
  return `wamid.${randomBytes(24).toString('base64').replaceAll(/[+/=]/g, 'A')}`;
}

/** One delivery's body, as the channel posts it: any number of messages and statuses for one number, or of echoes. */
export function whatsappDelivery(
  account: WhatsAppNumber,
  {
    messages = [],
    statuses = [],
    echoes = [],
  }: { messages?: WebhookMessage[]; statuses?: WebhookStatus[]; echoes?: WebhookEcho[] },
): unknown {
  const people = new Map(messages.map(({ from, name }) => [from, name]));
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: account.phone_number_id,
        changes: [
          {
            field: echoes.length > 0 ? 'smb_message_echoes' : 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: {
                display_phone_number: account.display_phone_number,
                phone_number_id: account.phone_number_id,
              },
              ...(messages.length > 0 && {
                contacts: [...people].map(([wa_id, name]) => ({ profile: { name }, wa_id })),
                messages: messages.map(
                  ({ from, timestamp, id = newWamid(), quotes, group_id, context, referral, content }) => ({
                    from,
                    id,
                    timestamp: String(timestamp),
                    ...((quotes !== undefined || context !== undefined) && {
                      context: {
                        ...context,
                        ...(quotes !== undefined && { from: account.display_phone_number, id: quotes }),
                      },
                    }),
                    ...(group_id !== undefined && { group_id }),
                    ...(referral !== undefined && { referral }),
                    ...content,
                  }),
                ),
              }),
              ...(echoes.length > 0 && {
                message_echoes: echoes.map(({ to, timestamp, id = newWamid(), content }) => ({
                  from: account.display_phone_number,
                  to,
                  id,
                  timestamp: String(timestamp),
                  ...content,
                })),
              }),
              ...(statuses.length > 0 && {
                statuses: statuses.map((status) => ({ ...status, timestamp: String(status.timestamp) })),
              }),
            },
          },
        ],
      },
    ],
  };
}
