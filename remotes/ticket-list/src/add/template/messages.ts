/** Of the list's mode that sends a template to a phone number; they are loaded with it. */
export const messages = {
  back: 'Back to the list',
  backToPhone: 'Back to the phone number',
  phone: 'Phone number',
  hint: '10 digits, without the country code. For another country, begin with + and its code.',
  invalid: 'Enter a Valid Number',
  next: 'Next',
  to: (phone: string, name: string) => (name === '' ? `To ${phone}` : `To ${phone}, ${name}`),
  failed: 'Something went wrong. Please try again.',
  open: 'Open',
  notKnown: (phone: string) =>
    `It is not known whether the message to ${phone} was sent. Trying again never sends a second one.`,
  again: 'Try again',
  sending: 'Sending...',
  discard: 'Discard',
} as const;
