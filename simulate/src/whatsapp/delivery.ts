import { createHmac, randomBytes } from 'node:crypto';

/** The parts of a WhatsApp Cloud API webhook that the simulator sends. */
export type CustomerMessage =
  | { type: 'text'; text: { body: string } }
  | { type: 'image' | 'video'; image?: Media; video?: Media }
  | { type: 'document'; document: Media & { filename: string } }
  | { type: 'audio'; audio: Media & { voice?: boolean } }
  | { type: 'unsupported' }
  | { type: 'button'; button: { payload: string; text: string } }
  | {
      type: 'interactive';
      interactive:
        | { type: 'button_reply'; button_reply: { id: string; title: string } }
        | { type: 'list_reply'; list_reply: { id: string; title: string; description?: string } };
    };

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

/** One delivery's body, as the channel posts it: any number of messages and statuses for one number. */
export function whatsappDelivery(
  account: WhatsAppNumber,
  { messages = [], statuses = [] }: { messages?: WebhookMessage[]; statuses?: WebhookStatus[] },
): unknown {
  const people = new Map(messages.map(({ from, name }) => [from, name]));
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: account.phone_number_id,
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: {
                display_phone_number: account.display_phone_number,
                phone_number_id: account.phone_number_id,
              },
              ...(messages.length > 0 && {
                contacts: [...people].map(([wa_id, name]) => ({ profile: { name }, wa_id })),
                messages: messages.map(({ from, timestamp, id = newWamid(), quotes, content }) => ({
                  from,
                  id,
                  timestamp: String(timestamp),
                  ...(quotes !== undefined && { context: { from: account.display_phone_number, id: quotes } }),
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

/** The value of X-Hub-Signature-256 for a raw body. */
export function hubSignature(appSecret: string, rawBody: string | Buffer): string {
  return `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`;
}
