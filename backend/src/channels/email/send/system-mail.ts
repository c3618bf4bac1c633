import type { EmailAddress } from '@inbox/domain';
import type { Uploads } from '../../../platform/files/uploads';
import type { ChannelAnswer } from '../../../platform/outbox/answer';
import { withoutLogin } from '../account/account';
import { newNotice } from './compose';
import { sendEmail, tryMailServer, type MailServerVisit } from './send';

/** Where and from whom the inbox's own mails are sent; of no merchant. */
export interface SystemMailSettings {
  /** `smtp(s)://user:password@host:port`, as an account's; see `connectionOptions`. */
  server: string;
  from: EmailAddress;
  /** Where browsers reach the inbox, without a trailing slash: what links in mails begin with. */
  url: string;
}

/** Sends a mail to an agent, once. Never throws. */
export type SystemMail = (letter: { to: EmailAddress; subject: string; text: string }) => Promise<ChannelAnswer>;

const accountOf = ({ server, from }: SystemMailSettings) => {
  const { url: out_url, login } = withoutLogin(server);
  return { external_id: from.email, out_url, credentials: login ?? { user: null, password: null } };
};

/** It has no token that a provider could replace. */
const replaceRefreshToken = async (): Promise<void> => undefined;

export function createSystemMail(
  settings: SystemMailSettings,
  { uploads, timeoutMs }: { uploads: Uploads; timeoutMs: number },
): SystemMail {
  const account = accountOf(settings);
  const { from } = settings;
  const nothing = async (): Promise<void> => undefined;
  return async ({ to, subject, text }) =>
    sendEmail(account, newNotice({ from, to: [to], subject, text, files: [] }), {
      handOver: nothing,
      onServer: nothing,
      timeoutMs,
      uploads,
      replaceRefreshToken,
    });
}

/** Signs in at its server as for a mail, and leaves again. Never throws. */
export const trySystemMail = (settings: SystemMailSettings, timeoutMs: number): Promise<MailServerVisit> =>
  tryMailServer(accountOf(settings), { timeoutMs, replaceRefreshToken });
