import { refreshTokenReplacer, type EmailAccount } from '../account/account';
import { codeOf, wordsOf } from '../../../platform/errors/errors';
import { tryMailbox } from '../imap/try-mailbox';
import { tryMailServer } from '../send/send';
import { probeRecipient } from './probe-recipient';
import { bad, good, type CheckDeps, type CheckResult } from '../../account-check';

/** Tries what a mailbox is set up with. No mail is sent. */
export async function checkEmailAccount(account: EmailAccount, deps: CheckDeps): Promise<CheckResult[]> {
  // What is read by IMAP need not come here.
  const incoming = account.incoming
    ? [await checkMailbox(account, deps)]
    : [await checkDomain(account, deps), await checkRecipient(account, deps)];
  const [first, ...others] = incoming;
  return [...(first ? [first] : []), await checkOutgoing(account, deps), ...others];
}

/** Codes of a question that the DNS answered: there is no such record. */
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND']);

async function checkDomain({ external_id }: EmailAccount, { dns }: CheckDeps): Promise<CheckResult> {
  const name = 'DNS';
  const domain = external_id.split('@').at(-1) ?? '';
  const none = <T>(error: unknown): T[] => {
    if (NO_RECORD.has(codeOf(error) ?? '')) return [];
    throw error;
  };
  try {
    const mx = await dns.resolveMx(domain).catch(none<{ exchange: string; priority: number }>);
    const servers = [...mx].sort((one, other) => one.priority - other.priority).map(({ exchange }) => exchange);
    if (servers.length > 0 && servers.every((each) => each === '' || each === '.')) {
      return bad(name, `${domain} says that it takes no mail (a null MX record).`);
    }
    for (const server of servers) {
      if ((await addressesOf(server)).length > 0) {
        return good(name, `Mail for ${domain} goes to ${servers.join(', ')}, which has to hand it on to this inbox.`);
      }
    }
    if (servers.length > 0) {
      return bad(name, `Mail for ${domain} goes to ${servers.join(', ')}, which has no address.`);
    }
    const own = await addressesOf(domain);
    if (own.length > 0) return good(name, `${domain} has no MX record: mail goes to ${own.join(', ')}.`);
    return bad(name, `${domain} has neither an MX record nor an address: nobody can write to ${external_id}.`);
  } catch (error) {
    return bad(name, `The DNS does not answer for ${domain} (${codeOf(error) ?? 'unknown'}). Try again later.`);
  }

  async function addressesOf(host: string): Promise<string[]> {
    const [four, six] = await Promise.all([
      dns.resolve4(host).catch(none<string>),
      dns.resolve6(host).catch(none<string>),
    ]);
    return [...four, ...six];
  }
}

async function checkOutgoing(account: EmailAccount, { timeoutMs, changeAccount }: CheckDeps): Promise<CheckResult> {
  const name = 'Outgoing server';
  const tried = await tryMailServer(account, { timeoutMs, replaceRefreshToken: refreshTokenReplacer(changeAccount) });
  const server = account.out_url;
  switch (tried.kind) {
    case 'ready':
      return good(
        name,
        `${server} answers${tried.isEncrypted ? ', encrypted,' : ''} and ${tried.isLoggedIn ? `accepts ${shownOf(account)}` : 'asks for no password'}.`,
      );
    case 'unreachable':
      return bad(name, `${server} cannot be reached: ${tried.reason}`);
    case 'unencrypted':
      return bad(
        name,
        `${server} offers no trusted encryption (STARTTLS), and a password is never sent without: ${tried.reason}`,
      );
    case 'login':
      return bad(name, `${server} refuses ${shownOf(account)}: ${tried.reason}`);
  }
}

async function checkMailbox(account: EmailAccount, { timeoutMs, changeAccount }: CheckDeps): Promise<CheckResult> {
  const name = 'Mailbox';
  try {
    const words = await tryMailbox(account, { timeoutMs, replaceRefreshToken: refreshTokenReplacer(changeAccount) });
    return good(name, words);
  } catch (error) {
    return bad(name, wordsOf(error));
  }
}

const shownOf = ({ credentials }: EmailAccount): string =>
  credentials.oauth === undefined ? 'user and password' : 'the access token';

async function checkRecipient({ external_id }: EmailAccount, { smtp, timeoutMs }: CheckDeps): Promise<CheckResult> {
  const name = 'Incoming mail';
  const address = `${smtp.host}:${smtp.port}`;
  const answer = await probeRecipient({ ...smtp, timeoutMs }, external_id);
  if ('unreachable' in answer) {
    return bad(name, `The inbox's SMTP port ${address} cannot be reached: ${answer.unreachable} Is the inbox running?`);
  }
  if (answer.code === 250) return good(name, `${address} takes mail for ${external_id}.`);
  return bad(name, `${address} refuses mail for ${external_id}: ${answer.code} ${answer.text}`);
}
