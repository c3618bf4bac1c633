/**
 * Uses an unpacked release as an operator and an agent would, and prints what it found as JSON. It is run where there is no
 * network but the loopback, so everything is in one process: node drive.mjs FOLDER PORT SMTP_PORT
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const [dir = '', port = '', smtpPort = ''] = process.argv.slice(2);
const env = { ...process.env, PORT: port, INBOX_SMTP_PORT: smtpPort };
const url = `http://localhost:${port}`;

/**
 * @param {string[]} args
 * @param {string} [input] what it reads, such as credentials
 * @returns what it printed; rejects with that when it ends with another code than 0
 */
async function admin(args, input = '') {
  const running = promisify(execFile)(join(dir, 'admin.mjs'), args, { env, cwd: '/' });
  running.child.stdin?.end(input);
  return (await running).stdout;
}

const server = spawn(join(dir, 'start.mjs'), { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
const ended = once(server, 'close');
// Whatever ends this program ends the inbox, and with it its database.
for (const event of ['exit', 'SIGTERM', 'SIGINT']) process.on(event, () => server.kill('SIGTERM'));
const lines = createInterface({ input: server.stdout });
/** @type {string[]} */
const said = [];
server.stderr.on('data', (data) => said.push(String(data)));
await new Promise((resolve, reject) => {
  lines.on('line', (line) => {
    said.push(line);
    if (line.startsWith('The inbox is at')) resolve(undefined);
  });
  void ended.then(() => reject(new Error(`It ended: ${said.join('\n')}`)));
});

await admin(['merchant', 'add', '--merchant', 'kala', '--name', 'Kala Threads']);
const mailbox = '--kind email --id care@kala.example --name Care --out smtp://127.0.0.1:9';
await admin(['account', 'add', '--merchant', 'kala', ...mailbox.split(' ')], '{"user":null,"password":null}');
const agent = '--email me@kala.example --first-name Me --assign-self yes --password make';
const output = await admin(['agent', 'add', '--merchant', 'kala', ...agent.split(' ')]);
const password = /password[^:]*: (\S+)/i.exec(output)?.[1] ?? output;

await sendMail();
const signedIn = await fetch(`${url}/main-site/login`, {
  method: 'POST',
  body: new URLSearchParams({ email: 'me@kala.example', password }),
  redirect: 'manual',
});
const token = new URL(signedIn.headers.get('location') ?? '', url).searchParams.get('token') ?? '';
const page = await (await fetch(url)).text();
// It ends with 1 where something is to be done; what it says is looked at by the test.
const doctor = await admin(['doctor']).catch((/** @type {{ stdout: string }} */ { stdout }) => stdout);
const tickets = await listed();
server.kill('SIGTERM');
const [code] = await ended;
console.log(JSON.stringify({ signedIn: signedIn.status, page: page.includes('panels/'), tickets, doctor, code }));

/** The list, once the mail is in it. */
async function listed() {
  for (;;) {
    const answer = await fetch(`${url}/api/inbox/ticket/list/`, {
      method: 'POST',
      headers: { authorization: `jwt ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ filters: {} }),
    });
    const text = await answer.text();
    if (answer.status !== 200 || text.includes('Where is my parcel')) return { status: answer.status, text };
    await delay(100);
  }
}

async function sendMail() {
  const socket = connect(Number(smtpPort), 'localhost');
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  /** The answer to what was said, without the lines that announce more. */
  const answer = async () => {
    for (;;) {
      const { value } = await answers.next();
      if (value === undefined || /^\d{3} /.test(value)) return;
    }
  };
  await answer();
  for (const line of ['EHLO mail.example', 'MAIL FROM:<priya@mail.example>', 'RCPT TO:<care@kala.example>', 'DATA']) {
    socket.write(`${line}\r\n`);
    await answer();
  }
  const headers = 'From: Priya <priya@mail.example>\r\nTo: care@kala.example\r\nMessage-ID: <one@mail.example>\r\n';
  socket.write(`${headers}Subject: Where is my parcel?\r\n\r\nIt was to come on Monday.\r\n.\r\n`);
  await answer();
  socket.end('QUIT\r\n');
}
