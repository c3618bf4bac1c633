export const bannerMessages = {
  clickHere: 'Click here',
  pendingInvoice:
    'You have a pending invoice on your Meta Account. Whatsapp Messaging will resume once the payment is completed.',
  paymentSettings: 'Payment settings',
  dismissInvoice: 'Dismiss this notice',
} as const;
