import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { freePort, isListening } from './ports';

/** Why there is no Postfix to test with; null when there is one. */
export const noPostfix: string | null = !existsSync('/usr/sbin/postfix')
  ? 'Postfix is not installed here (apt-get install postfix).'
  : userInfo().uid === 0
    ? null
    : 'Only root may run Postfix.';

export interface Postfix {
  /** Takes mails of this machine, encrypted by STARTTLS only. */
  port: number;
  log(): Promise<string>;
  end(): Promise<void>;
}

/**
 * A Postfix with settings and a queue of its own.
 * @param domains whose mails it takes
 * @param mailboxes addresses, each with its Maildir; what is for others of these domains it takes and sends back
 */
export async function startPostfix(
  domains: readonly string[],
  mailboxes: ReadonlyMap<string, string>,
): Promise<Postfix> {
  const dir = await mkdtemp(join(tmpdir(), 'postfix-'));
  await chmod(dir, 0o755);
  await mkdir(join(dir, 'queue'), { mode: 0o755 });
  const made = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048, algorithm: 'sha256' });
  await writeFile(join(dir, 'cert.pem'), `${made.private}\n${made.cert}\n`, { mode: 0o600 });
  const lines = [...mailboxes].map(([address, maildir]) => `${address} ${maildir.replace(/^\//, '')}/`);
  await writeFile(join(dir, 'mailboxes'), `${lines.join('\n')}\n`);
  const port = await freePort();
  await writeFile(join(dir, 'main.cf'), mainOf(dir, domains));
  await writeFile(join(dir, 'master.cf'), masterOf(port));
  const postfix = async (command: string): Promise<void> => {
    const child = spawn('/usr/sbin/postfix', ['-c', dir, command], { stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`postfix ${command} ended with ${String(code)}: ${await log()}`);
  };
  const log = async (): Promise<string> => readFile(join(dir, 'log'), 'utf8').catch(() => '');
  await mkdir(join(dir, 'data'), { mode: 0o700 });
  await postfix('set-permissions').catch(() => undefined);
  await postfix('start');
  while (!(await isListening(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    port,
    log,
    async end() {
      await postfix('stop');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function mainOf(dir: string, domains: readonly string[]): string {
  return [
    'compatibility_level = 3.6',
    `queue_directory = ${dir}/queue`,
    `data_directory = ${dir}/data`,
    'command_directory = /usr/sbin',
    'daemon_directory = /usr/lib/postfix/sbin',
    'mail_owner = postfix',
    'setgid_group = postdrop',
    `maillog_file = ${dir}/log`,
    `maillog_file_prefixes = ${dir}`,
    'myhostname = mx.test.example',
    'mydestination =',
    'alias_maps =',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    'mynetworks = 127.0.0.0/8',
    'smtpd_tls_security_level = encrypt',
    'smtpd_tls_received_header = yes',
    `smtpd_tls_chain_files = ${dir}/cert.pem`,
    'smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination',
    // What it cannot deliver comes back as a report.
    'smtpd_reject_unlisted_recipient = no',
    'message_size_limit = 50000000',
    'mailbox_size_limit = 0',
    'virtual_mailbox_limit = 0',
    `virtual_mailbox_domains = ${domains.join(', ')}`,
    'virtual_mailbox_base = /',
    `virtual_mailbox_maps = texthash:${dir}/mailboxes`,
    'virtual_minimum_uid = 1',
    'virtual_uid_maps = static:65534',
    'virtual_gid_maps = static:65534',
    '',
  ].join('\n');
}

function masterOf(port: number): string {
  return [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'verify unix - - n - 1 verify',
    'flush unix n - n 1000? 0 flush',
    'proxymap unix - - n - - proxymap',
    'smtp unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'discard unix - - n - - discard',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ].join('\n');
}
