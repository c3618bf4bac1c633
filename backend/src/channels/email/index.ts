import { defineChannel, sendJob } from '../channel';
import { checkEmailAccount } from './check';
import { composeEmailReply, emailReplySchema } from './compose';
import { sendEmail } from './send';

export const email = defineChannel({
  kind: 'email',
  composers: { email: composeEmailReply },
  jobs: {
    'email.reply': sendJob(emailReplySchema, (account, payload, options) => sendEmail(account, payload, options)),
  },
  check: checkEmailAccount,
});
