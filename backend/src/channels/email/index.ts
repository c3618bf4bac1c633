import { defineChannel, sendJob } from '../channel';
import { checkEmailAccount } from './check';
import type { MailWriter } from '../../initiate/initiate-email';
import { composeEmailReply, composeNewMail, emailReplySchema } from './compose';
import { readMailBody } from './mail-body';
import { quoteMail } from './quoted-mail';
import { sendEmail } from './send';

/** What beginning a thread needs of this channel. */
export const mailWriter: MailWriter = { readBody: readMailBody, quote: quoteMail, compose: composeNewMail };

export const email = defineChannel({
  kind: 'email',
  composers: { email: composeEmailReply },
  jobs: {
    'email.reply': sendJob(emailReplySchema, (account, payload, options) => sendEmail(account, payload, options)),
  },
  check: checkEmailAccount,
});
