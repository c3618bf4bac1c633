import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { freePort, isListening } from './ports';

const PROGRAM = '/usr/sbin/dovecot';

/** Why there is no Dovecot to test with; null when there is one. */
export const noDovecot: string | null = existsSync(PROGRAM)
  ? null
  : 'Dovecot is not installed here (apt-get install dovecot-imapd).';

export interface Dovecot {
  /** Without encryption at first, for STARTTLS. */
  imapPort: number;
  imapsPort: number;
  /** PEM; made for `localhost` by nobody that anybody trusts. */
  certificate: string;
  /** Every mailbox takes it. */
  password: string;
  /** Where the mails of a user are: a Maildir. */
  maildirOf(user: string): string;
  log(): Promise<string>;
  /** Ends all of it, its connections included. */
  stop(): Promise<void>;
  /** Begins again, with the same mails at the same ports. */
  start(): Promise<void>;
  /** Stops it and removes what it had stored. */
  end(): Promise<void>;
}

export interface DovecotOptions {
  /** Where access tokens are asked for; left out, none are taken. */
  tokenInfoUrl?: string;
}

/** A Dovecot with settings and mails of its own, on free ports of this machine; any user's name makes a mailbox. */
export async function startDovecot({ tokenInfoUrl }: DovecotOptions = {}): Promise<Dovecot> {
  const dir = await mkdtemp(join(tmpdir(), 'dovecot-'));
  await chmod(dir, 0o755);
  for (const name of ['run', 'state', 'home']) await mkdir(join(dir, name), { mode: 0o777 });
  await chmod(join(dir, 'home'), 0o777);
  const made = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048, algorithm: 'sha256' });
  await writeFile(join(dir, 'cert.pem'), made.cert);
  await writeFile(join(dir, 'key.pem'), made.private, { mode: 0o600 });
  const [imapPort, imapsPort] = [await freePort(), await freePort()];
  const password = 'right-password';
  await writeFile(
    join(dir, 'oauth2.conf'),
    `tokeninfo_url = ${tokenInfoUrl ?? 'http://127.0.0.1:9/'}\nusername_attribute = email\n`,
  );
  await writeFile(join(dir, 'dovecot.conf'), configOf({ dir, imapPort, imapsPort, password, tokenInfoUrl }));

  let running: ChildProcess | undefined;
  async function start(): Promise<void> {
    running = spawn(PROGRAM, ['-F', '-c', join(dir, 'dovecot.conf')], { stdio: 'ignore', detached: true });
    const ended = once(running, 'exit').then(() => 'ended' as const);
    for (;;) {
      const state = await Promise.race([isListening(imapsPort), ended]);
      if (state === true) return;
      if (state === 'ended') throw new Error(`Dovecot does not start: ${await log()}`);
    }
  }
  async function stop(): Promise<void> {
    if (running === undefined || running.exitCode !== null) return;
    const { pid } = running;
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
    running = undefined;
    // Without it they would let their clients go on for a while.
    if (pid !== undefined) endGroup(pid);
  }
  const log = async (): Promise<string> => readFile(join(dir, 'log'), 'utf8').catch(() => '');

  await start();
  return {
    imapPort,
    imapsPort,
    certificate: made.cert,
    password,
    maildirOf: (user) => join(dir, 'home', user, 'Maildir'),
    log,
    start,
    stop,
    async end() {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

interface Config {
  dir: string;
  imapPort: number;
  imapsPort: number;
  password: string;
  tokenInfoUrl: string | undefined;
}

function configOf({ dir, imapPort, imapsPort, password, tokenInfoUrl }: Config): string {
  const { uid, username } = userInfo();
  // Only root may run parts of it as somebody else.
  const own = uid === 0 ? [] : [`default_internal_user = ${username}`, `default_login_user = ${username}`];
  const owner = uid === 0 ? 'uid=nobody gid=nogroup' : `uid=${uid} gid=${uid}`;
  const oauth = ['passdb {', '  driver = oauth2', '  mechanisms = xoauth2', `  args = ${dir}/oauth2.conf`, '}'];
  return [
    'protocols = imap',
    'listen = 127.0.0.1',
    `base_dir = ${dir}/run`,
    `state_dir = ${dir}/state`,
    `log_path = ${dir}/log`,
    ...own,
    'first_valid_uid = 1',
    'ssl = yes',
    `ssl_cert = <${dir}/cert.pem`,
    `ssl_key = <${dir}/key.pem`,
    `auth_mechanisms = plain${tokenInfoUrl === undefined ? '' : ' xoauth2'}`,
    'auth_failure_delay = 0',
    'disable_plaintext_auth = no',
    'mail_location = maildir:~/Maildir',
    ...(tokenInfoUrl === undefined ? [] : oauth),
    'passdb {',
    '  driver = static',
    `  args = password=${password}`,
    '}',
    'userdb {',
    '  driver = static',
    `  args = ${owner} home=${dir}/home/%u allow_all_users=yes`,
    '}',
    'namespace inbox {',
    '  inbox = yes',
    '  separator = /',
    '  mailbox Sent {',
    '    special_use = \\Sent',
    '    auto = create',
    '  }',
    '  mailbox Done {',
    '    auto = create',
    '  }',
    '}',
    'service imap-login {',
    '  chroot =',
    '  inet_listener imap {',
    `    port = ${imapPort}`,
    '  }',
    '  inet_listener imaps {',
    `    port = ${imapsPort}`,
    '    ssl = yes',
    '  }',
    '}',
    'service anvil {',
    '  chroot =',
    '}',
    '',
  ].join('\n');
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All have ended by themselves.
  }
}
