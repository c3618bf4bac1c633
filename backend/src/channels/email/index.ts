import { defineChannel, sendJob } from '../channel';
import { emailAccounts, refreshTokenReplacer } from './account/account';
import { checkEmailAccount } from './check/check';
import type { MailWriter } from '../../conversations/initiate/initiate-email';
import { composeEmailReply, composeNewMail, emailReplySchema } from './send/compose';
import { readMailBody } from './send/mail-body';
import { quoteMail } from './send/quoted-mail';
import { sendEmail } from './send/send';

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
