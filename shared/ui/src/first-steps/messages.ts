/** What comes first in a shop without any channel. */
export const firstStepsMessages = {
  askAdmin:
    'Conversations appear here as soon as a store admin has connected WhatsApp, Instagram, Messenger, email or a phone line.',
  connect: 'Connect a channel, on the machine that runs the inbox:',
  commands: (merchant: string) => [
    `pnpm admin account add --merchant ${merchant} --kind whatsapp --id PHONE_NUMBER_ID --name NAME --out https://graph.facebook.com/v21.0`,
    `pnpm admin account add --merchant ${merchant} --kind email --id MAILBOX --name NAME --out smtp://MAIL-SERVER:587`,
  ],
  webhook: 'Give Meta this webhook address (mail goes to the port in INBOX_SMTP_PORT):',
  check: 'See whether all of it works:',
  checkCommand: (merchant: string) => `pnpm admin account check --merchant ${merchant}`,
} as const;
