import type { EmailAddress } from '@inbox/domain';
import addressparser from 'nodemailer/lib/addressparser';
import * as z from 'zod/mini';
import type { SystemMailSettings } from '../../channels/email/send/system-mail';
import { isOrigin, ORIGIN } from './oidc-settings';

const SERVER = 'must be smtp://HOST or smtps://HOST, with USER:PASSWORD@ before the host where it asks for them';
const FROM = "must be one e-mail address, as 'Inbox <inbox@shop.example>'";

function parseFrom(text: string): EmailAddress | undefined {
  const [first, ...others] = addressparser(text, { flatten: true });
  if (first === undefined || others.length > 0 || !/^[^\s@]+@[^\s@]+$/.test(first.address)) return undefined;
  return { email: first.address, name: first.name };
}

/** The part of the settings table that says how the inbox sends mails of its own. */
export const SYSTEM_MAIL_ENVIRONMENT = {
  INBOX_URL: z.optional(z.string().check(z.refine(isOrigin, ORIGIN))),
  INBOX_SYSTEM_MAIL_URL: z.optional(
    z.string().check(z.refine((text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text), SERVER)),
  ),
  INBOX_SYSTEM_MAIL_FROM: z.optional(z.string().check(z.refine((text) => parseFrom(text) !== undefined, FROM))),
} as const;

interface Read {
  INBOX_URL?: string | undefined;
  INBOX_SYSTEM_MAIL_URL?: string | undefined;
  INBOX_SYSTEM_MAIL_FROM?: string | undefined;
}

/** The inbox's own mails; undefined where it sends none. A text says what does not fit together. */
export function readSystemMailSettings(read: Read): SystemMailSettings | string | undefined {
  const { INBOX_URL: url, INBOX_SYSTEM_MAIL_URL: server, INBOX_SYSTEM_MAIL_FROM: from } = read;
  if (server === undefined) {
    return from === undefined ? undefined : 'INBOX_SYSTEM_MAIL_FROM needs INBOX_SYSTEM_MAIL_URL.';
  }
  const sender = from === undefined ? undefined : parseFrom(from);
  if (sender === undefined || url === undefined) {
    const missing = [sender === undefined && 'INBOX_SYSTEM_MAIL_FROM', url === undefined && 'INBOX_URL'];
    return `INBOX_SYSTEM_MAIL_URL needs ${missing.filter(Boolean).join(' and ')}.`;
  }
  return { server, from: sender, url: new URL(url).origin };
}
