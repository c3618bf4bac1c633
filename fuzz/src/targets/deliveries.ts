import {
  checkoutBody,
  commentDelivery,
  customerBody,
  messageKinds,
  messagingDelivery,
  orderBody,
  whatsappDelivery,
  type SimulatedOrder,
  type SocialAccount,
} from '@inbox/simulate';
import type { AccountId, MerchantId } from '@inbox/domain';
import { readInstagramComment } from '../../../backend/src/channels/instagram/read-comment';
import { readPageComment } from '../../../backend/src/channels/messenger/read-comment';
import type { MetaAccount } from '../../../backend/src/channels/meta/account';
import { partsOf, type Part } from '../../../backend/src/channels/meta/webhook/delivery';
import { readMessaging } from '../../../backend/src/channels/meta/read/read-messaging';
import { readNotice, readPayment } from '../../../backend/src/channels/meta/webhook/notice';
import { readReport } from '../../../backend/src/channels/phone/read-report';
import { readMessage, readStatus } from '../../../backend/src/channels/whatsapp/read-message';
import { readPreference } from '../../../backend/src/channels/whatsapp/read-preference';
import { readTemplate } from '../../../backend/src/channels/whatsapp/read-templates';
import { readWebhook } from '../../../backend/src/shop/read-webhook';
import { jsonOf, jsonSeed, type Target } from '../target';

const at = Date.UTC(2026, 10, 20, 6);
const now = new Date(at);
const SECONDS = at / 1000;

const accountOf = (kind: MetaAccount['kind']): MetaAccount => ({
  id: 1 as AccountId,
  merchant_id: 1 as MerchantId,
  kind,
  external_id: '500100',
  name: 'Saree House',
  address: null,
  enabled: true,
  out_url: 'https://graph.example',
  credentials: { access_token: 't', app_secret: 's', verify_token: 'v' },
});

const number = { phone_number_id: '500100', display_phone_number: '91500100' };
const social = (kind: SocialAccount['kind']): SocialAccount => ({
  kind,
  merchant: 'Saree House',
  account_id: '500100',
  app_secret: 's',
});

function readPart(part: Part): void {
  switch (part.kind) {
    case 'message':
      readMessage(accountOf('whatsapp'), part, now);
      break;
    case 'status':
      readStatus(accountOf('whatsapp'), part.status);
      readPayment(part.status);
      break;
    case 'preference':
      readPreference(accountOf('whatsapp'), part.preference, part.contacts, now);
      break;
    case 'messaging':
      readMessaging(accountOf(part.object === 'instagram' ? 'instagram' : 'messenger'), part.event, now);
      break;
    case 'comment':
      if (part.object === 'instagram') readInstagramComment(accountOf('instagram'), part.value, part.at, now);
      else readPageComment(accountOf('messenger'), part.value, part.at, now);
      break;
    case 'notice':
      readNotice(part.change.field, part.change.value);
      break;
    case 'template':
      readTemplate(part.change.value);
      break;
    case 'ignored':
    case 'other':
  }
}

/** What Meta posts for WhatsApp, Instagram and Messenger, and the comments under posts. */
export const meta: Target = {
  name: 'meta',
  seeds: async () => [
    ...messageKinds('https://pictures.example/a.jpg').map(([, message], index) =>
      jsonSeed(
        whatsappDelivery(number, {
          messages: [{ ...message, from: '919876543210', name: 'Priya', timestamp: SECONDS, id: `wamid.${index}` }],
        }),
      ),
    ),
    jsonSeed(
      whatsappDelivery(number, {
        statuses: [{ id: 'wamid.1', status: 'failed', timestamp: SECONDS, recipient_id: '919876543210' }],
      }),
    ),
    ...(['instagram', 'messenger'] as const).flatMap((kind) => [
      jsonSeed(messagingDelivery(social(kind), '77', { message: { mid: 'm_1', text: 'In blue?' } }, { at })),
      jsonSeed(
        commentDelivery(
          social(kind),
          { id: '178001', from: { id: '77', name: 'priya' }, text: 'Price?', post_id: '178002', isAd: false },
          at,
        ),
      ),
    ]),
  ],
  read: async (input) => partsOf(Buffer.from(input), jsonOf(input)).forEach(readPart),
};

const customer = { id: 5, email: 'priya@mail.example', phone: '+919876543210', updated_at: '2026-11-20T06:00:00Z' };
const order: SimulatedOrder = {
  id: 1001,
  name: '#1001',
  email: customer.email,
  phone: customer.phone,
  customer,
  created_at: customer.updated_at,
  updated_at: customer.updated_at,
  cancelled_at: null,
  order_status_url: 'https://shop.example/orders/1001',
  gateway: 'Cash on Delivery (COD)',
  total_price: '1249.00',
  total_discounts: '50.00',
  line_items: [{ name: 'Silk kurta', sku: 'KUR-7', price: '1299.00' }],
  shipment: { status: 'in_transit', company: 'Delhivery', number: 'AWB77', url: 'https://track.example/AWB77' },
};

/** What a shop posts; the first byte says which of its topics. */
const TOPICS = ['orders/create', 'checkouts/create', 'customers/update'] as const;

export const shop: Target = {
  name: 'shop',
  seeds: async () =>
    [
      orderBody(order),
      checkoutBody({ ...order, completed_at: null, url: 'https://shop.example/checkout' }),
      customerBody(customer),
    ].map((body, topic) => Buffer.concat([Uint8Array.of(topic), jsonSeed(body)])),
  read: async (input) => {
    readWebhook(TOPICS[(input[0] ?? 0) % TOPICS.length] ?? TOPICS[0], Buffer.from(input.subarray(1)), 'IN');
  },
};

/** What the telephony provider posts. */
export const phone: Target = {
  name: 'phone',
  seeds: async () => [
    jsonSeed({ CallSid: 'c1', CustomField: '12', Status: 'completed', ConversationDuration: '31' }),
    jsonSeed({ CallSid: 'c2', Direction: 'incoming', CallFrom: '09876543210', CallType: 'incomplete' }),
  ],
  read: async (input) => void readReport(jsonOf(input)),
};
