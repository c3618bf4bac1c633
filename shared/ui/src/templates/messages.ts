import type { FileProblem, MediaHeader, TemplateGap, TemplateInput, WhatsappTemplate } from '@inbox/domain';

const fileNames: Record<MediaHeader, string> = { image: 'Image', video: 'Video', document: 'Document' };

/** How parts of templates are called that cannot be sent. */
const gapNames: Record<TemplateGap | 'other', string> = {
  catalogue: 'Catalogue templates',
  carousel: 'Carousel templates',
  products: 'Product templates',
  flow: 'Form templates',
  one_time_code: 'One-time code templates',
  offer: 'Limited-time offer templates',
  location: 'Location templates',
  other: 'Templates of this kind',
};

/** What the known values of the customer and the first order are, by their placeholder (spec section 3). */
const knownNames: Readonly<Record<string, string>> = {
  userFirstName: 'First name',
  userName: 'Name',
  userEmail: 'Email',
  userPhone: 'Phone',
  userAddress: 'Address',
  userAddressCity: 'City',
  userAddressPinCode: 'PIN code',
  lastOrderNumber: 'Last order: number',
  lastOrderPrice: 'Last order: price',
  lastOrderTrackingUrl: 'Last order: tracking link',
  lastOrderAWB: 'Last order: AWB',
  lastOrderShippingCompany: 'Last order: shipping company',
  lastOrderShipmentStatus: 'Last order: shipment status',
  lastOrderProducts: 'Last order: products',
};

const withdrawnWords: Record<Exclude<WhatsappTemplate['status'], 'approved'>, string> = {
  pending: 'WhatsApp is reviewing this template again.',
  paused: 'WhatsApp has paused this template.',
  rejected: 'WhatsApp has rejected this template.',
  disabled: 'WhatsApp has disabled this template.',
  deleted: 'This template was deleted at WhatsApp.',
  other: 'This template is no longer approved by WhatsApp.',
};

/** What picker and modal of templates show. */
export const messages = {
  title: 'Send Whatsapp Template',
  search: 'Search templates',
  list: 'Templates',
  none: 'There are no approved templates.',
  noMatch: 'No template has this name.',
  /** Before, in and after the link to where templates are made. */
  note: ['Templates are created in ', 'WhatsApp settings', ' with the Initiate Chat event.'],
  loading: 'Loading the templates',
  retry: 'Retry',
  failed: 'Something went wrong. Please try again.',
  notSupported: (gap: TemplateGap | 'other') => `${gapNames[gap]} are not supported.`,
  /** It was approved when it was chosen. */
  withdrawn: (status: keyof typeof withdrawnWords) => `${withdrawnWords[status]} It cannot be sent now.`,
  to: (target: string) => `To ${target}`,
  back: 'Back to templates',
  send: 'Send',
  sending: 'Sending...',
  preview: 'Preview',
  input: ({ name, place, button }: TemplateInput) => {
    switch (place) {
      case 'content':
        return `{{${name}}}`;
      case 'header':
        return `Header {{${name}}}`;
      case 'link':
        return `End of the link of “${button}”`;
      case 'code':
        return `Code of “${button}”`;
    }
  },
  offered: (label: string) => `Known values for ${label}`,
  known: (name: string) => knownNames[name] ?? name,
  file: (kind: MediaHeader) => fileNames[kind],
  chooseFile: (kind: MediaHeader) => `Choose ${kind === 'image' ? 'an image' : `a ${kind}`}`,
  uploading: 'Sending the file…',
  uploadFailed: 'Error. Try uploading again',
  fileProblem: (name: string, problem: FileProblem) =>
    problem.code === 'type-not-supported'
      ? `File ${name} has a type ${problem.type} which is not supported`
      : `${problem.type} larger than ${problem.limit} MB is not supported`,
} as const;

/** What panels say of a template that they have sent, or could not send (spec section 8). */
export const templateToasts = {
  sent: (target: string) => `Message has been sent to ${target}`,
  failed: (error: string, target: string) => `${error} ${target}`,
} as const;
