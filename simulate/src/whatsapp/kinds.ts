import type { CustomerMessage, WebhookMessage } from './delivery';

/** Messages that say nothing new by themselves, but change one that was there before. */
export const editOf = (id: string, body: string): CustomerMessage => ({
  type: 'edit',
  edit: { original_message_id: id, message: { type: 'text', text: { body } } },
});
export const revokeOf = (id: string): CustomerMessage => ({ type: 'revoke', revoke: { original_message_id: id } });
/** @param emoji left out: the reaction is taken back */
export const reactionTo = (id: string, emoji?: string): CustomerMessage => ({
  type: 'reaction',
  reaction: { message_id: id, ...(emoji !== undefined && { emoji }) },
});

type Kind = Pick<WebhookMessage, 'content' | 'context' | 'referral'>;

/**
 * One of each kind of message that threads show in words, with what it is. The changed number is the last: a later message
 * from the old number is of another customer.
 * @param picture where the picture of the advertisement is
 */
export function messageKinds(picture: string): [what: string, message: Kind][] {
  const says = (body: string): CustomerMessage => ({ type: 'text', text: { body } });
  return [
    [
      'an advertisement’s click',
      {
        content: says('Is this one there in blue?'),
        referral: {
          source_type: 'ad',
          source_url: 'https://fb.me/stoles',
          source_id: '120208',
          headline: 'Silk stoles, woven to order',
          body: 'Chat with us about colours and sizes.',
          image_url: picture,
        },
      },
    ],
    ['a forwarded text', { content: says('Look what my sister found'), context: { forwarded: true } }],
    [
      'a text that was forwarded many times',
      { content: says('Forward this to ten friends'), context: { forwarded: true, frequently_forwarded: true } },
    ],
    [
      'a question about a product',
      { content: says('Is it cotton?'), context: { referred_product: { product_retailer_id: 'KURTA-INDIGO-M' } } },
    ],
    [
      'an order',
      {
        content: {
          type: 'order',
          order: {
            catalog_id: '77',
            text: 'By Friday, please',
            product_items: [
              { product_retailer_id: 'KURTA-INDIGO-M', quantity: 2, item_price: 1499, currency: 'INR' },
              { product_retailer_id: 'STOLE-KHADI', quantity: 1, item_price: 799, currency: 'INR' },
            ],
          },
        },
      },
    ],
    [
      'a poll',
      {
        content: { type: 'poll', poll: { name: 'Which colour?', options: [{ name: 'Indigo' }, { name: 'Madder' }] } },
      },
    ],
    [
      'a permission to call',
      {
        content: {
          type: 'interactive',
          interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
        },
      },
    ],
    ['a first opening of the chat', { content: { type: 'request_welcome' } }],
    ['a view-once picture', { content: { type: 'unsupported', unsupported: { type: 'view_once' } } }],
    [
      'one that WhatsApp does not hand out',
      { content: { type: 'unsupported', errors: [{ code: 131051, title: 'Message type unknown' }] } },
    ],
    ['one of an unknown kind', { content: { type: 'hologram', hologram: { frames: 24 } } }],
    [
      'a changed number',
      { content: { type: 'system', system: { type: 'customer_changed_number', wa_id: '919800000002' } } },
    ],
  ];
}
