import { defineChannel, sendJob } from '../channel';
import { emailAccounts, refreshTokenReplacer } from './account';
import { checkEmailAccount } from './check';
import type { MailWriter } from '../../conversations/initiate/initiate-email';
import { composeEmailReply, composeNewMail, emailReplySchema } from './compose';
import { readMailBody } from './mail-body';
import { quoteMail } from './quoted-mail';
import { sendEmail } from './send';

/** What beginning a thread needs of this channel. */
export const mailWriter: MailWriter = { readBody: readMailBody, quote: quoteMail, compose: composeNewMail };

export const email = defineChannel({
  kind: 'email',
  accounts: emailAccounts,
  composers: { email: composeEmailReply },
  jobs: {
    'email.reply': sendJob(emailReplySchema, (account, payload, { changeAccount, ...options }) =>
      sendEmail(account, payload, { ...options, replaceRefreshToken: refreshTokenReplacer(changeAccount) }),
    ),
  },
  check: checkEmailAccount,
});
