const lines = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('\n');
const listed = (items: readonly string[]): string => items.map((item) => `• ${item}`).join('\n');

/** What the webhook writes into a thread where the channel sends no text. */
export const messages = {
  /** Until the channel has told the customer's own name. */
  unnamed: { instagram: 'Instagram user', messenger: 'Messenger user', comment: 'Somebody' },
  group: 'WhatsApp group',
  location: (name: string, address: string, link: string) => lines(name, address, link),
  typed: (value: string, kind: string) => `${value} (${kind})`,
  contactKinds: { cell: 'mobile', iphone: 'mobile' } as Readonly<Record<string, string>>,
  birthday: 'Birthday',
  unnamedCard: 'Contact without a name',
  emptyCard: 'A contact card without anything on it',
  reactedElsewhere: (emoji: string) => `Reacted with ${emoji} to a message that is not here`,
  order: (items: readonly string[], note: string) => lines('Order', ...items, note),
  orderLine: (quantity: number, product: string, price: string) => `${quantity} × ${product}${price}`,
  orderTotal: (price: string) => `Total: ${price}`,
  /** A question keeps its own sign. */
  field: (name: string, value: string) => (/[?:!]$/.test(name) ? `${name} ${value}` : `${name}: ${value}`),
  fieldAbove: (name: string) => (/[?:!]$/.test(name) ? name : `${name}:`),
  /** Fields of Meta's address form, and others whose own name is none for people. */
  fieldNames: {
    name: 'Name',
    phone_number: 'Phone',
    in_pin_code: 'PIN code',
    pin_code: 'PIN code',
    sg_post_code: 'Post code',
    landmark_area: 'Landmark',
    house_number: 'House number',
    floor_number: 'Floor',
    tower_number: 'Tower',
    unit_number: 'Unit',
    building_name: 'Building',
  } as Readonly<Record<string, string>>,
  answer: 'Answer',
  utc: (time: string) => `${time} (UTC)`,
  yes: 'Yes',
  no: 'No',
  fileKinds: { image: 'Photo', video: 'Video', audio: 'Audio', voice: 'Audio', document: 'Document' },
  address: 'Address',
  emptyForm: 'Filled in a form',
  unreadForm: 'Filled in a form, whose answers cannot be read',
  aboutProduct: (product: string) => `About the product ${product}`,
  product: (title: string, more: string) => lines(`Product: ${title}`, more),
  products: (title: string, text: string, items: readonly string[]) =>
    lines('List of products', title, text, listed(items)),
  choices: (text: string, labels: readonly string[]) => lines(text, listed(labels)),
  template: (name: string) => `Template “${name}”`,
  poll: (question: string, options: readonly string[]) => lines(`Poll: ${question}`, listed(options)),
  vote: (options: readonly string[]) =>
    options.length === 0 ? 'Took a vote back' : lines('Voted in a poll', listed(options)),
  like: 'Sent a like ❤️',
  viewOnce: 'A photo or video that can be viewed once, on the phone only',
  welcome: 'Opened the chat for the first time',
  called: 'Called on WhatsApp',
  callPermission: (isAllowed: boolean, until: string | null) =>
    isAllowed ? `Allowed calls from you${until === null ? '' : ` until ${until}`}` : 'Does not allow calls from you',
  optIn: (title: string) => (title === '' ? 'Opted in to messages' : `Opted in to messages: ${title}`),
  optOut: (title: string) => (title === '' ? 'Opted out of messages' : `Opted out of messages: ${title}`),
  marketing: { stop: 'Wants no more marketing messages', resume: 'Wants marketing messages again' },
  wordlessComment: (link: string) =>
    lines('Posted a picture, sticker, GIF or video, which the channel does not hand out', link),
  referred: 'Came to this chat by a link',
  newNumber: (number: string) => (number === '' ? 'Changed the phone number' : `Changed the phone number to ${number}`),
  newIdentity: 'The security code of this customer has changed: the phone or the account may be a new one',
  editedUnknown: 'Edited an earlier message; WhatsApp does not say which one',
  deletedUnknown: 'Deleted an earlier message; WhatsApp does not say which one',
  unknownKind: (kind: string) =>
    kind === '' ? 'A message that names no kind' : `A message of the kind “${kind}”, which this inbox does not know`,
  unknownAttachment: (kind: string) => `An attachment of the kind “${kind}”, which this inbox does not know`,
  notHandedOut: (channel: string, why: string) => lines(`A message that ${channel} does not hand out`, why),
  /** By the names that WhatsApp gives to what it does not hand out. */
  notHandedOutKind: {
    poll_creation: 'A poll, which WhatsApp shows on the phone only',
    poll: 'A poll, which WhatsApp shows on the phone only',
    poll_update: 'A vote in a poll, which WhatsApp shows on the phone only',
    view_once: 'A view-once message, which WhatsApp shows on the phone only',
    edit: 'Edited an earlier message; WhatsApp does not say which one',
    revoke: 'Deleted an earlier message; WhatsApp does not say which one',
    pin: 'Pinned a message',
    event: 'An event, which WhatsApp shows on the phone only',
    group_invite: 'An invitation to a group, which WhatsApp shows on the phone only',
    payment: 'A payment, which WhatsApp shows on the phone only',
  } as Readonly<Record<string, string>>,
} as const;
