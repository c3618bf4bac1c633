import { deliver, here } from '../fixtures';

/** Bodies as Meta posts them for Instagram and for pages, about the shop of the test under way. */

export const CUSTOMER = '6543210987654321';

let clock = 1_795_000_000_000;
/** Milliseconds, one later each time. */
export const tick = (): number => (clock += 1_000);

let count = 0;
export const newMid = (): string => `aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlEOj${(count += 1)}`;

export const messagingEvent = (what: object, { fromShop = false, at = tick() } = {}): object => {
  const [sender, recipient] = fromShop ? [here.shop.externalId, CUSTOMER] : [CUSTOMER, here.shop.externalId];
  return { sender: { id: sender }, recipient: { id: recipient }, timestamp: at, ...what };
};

const object = () => (here.kind === 'instagram' ? 'instagram' : 'page');

export const messaging = (...events: object[]): object => ({
  object: object(),
  entry: [{ time: tick(), id: here.shop.externalId, messaging: events }],
});

/** As for an app that another one has taken the conversation from. */
export const standby = (...events: object[]): object => ({
  object: object(),
  entry: [{ time: tick(), id: here.shop.externalId, standby: events }],
});

export const postMessage = (message: object, options?: { fromShop?: boolean; at?: number }): Promise<number> =>
  deliver(messaging(messagingEvent({ message }, options)));

export const igComment = (value: object): object => ({
  object: 'instagram',
  entry: [
    {
      id: here.shop.externalId,
      time: Math.floor(tick() / 1000),
      changes: [
        {
          field: 'comments',
          value: {
            from: { id: CUSTOMER, username: 'rohit.k', self_ig_scoped_id: '17841400000000001' },
            media: { id: '17895695668004550', media_product_type: 'FEED' },
            ...value,
          },
        },
      ],
    },
  ],
});

export const feed = (value: object): object => ({
  object: 'page',
  entry: [
    {
      id: here.shop.externalId,
      time: Math.floor(tick() / 1000),
      changes: [
        {
          field: 'feed',
          value: {
            item: 'comment',
            verb: 'add',
            from: { id: CUSTOMER, name: 'Rohit Khanna' },
            post: { status_type: 'added_photos', is_published: true, promotion_status: 'ineligible', id: '111_222' },
            post_id: '111_222',
            parent_id: '111_222',
            created_time: Math.floor(tick() / 1000),
            ...value,
          },
        },
      ],
    },
  ],
});
