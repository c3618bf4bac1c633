import { afterEach, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { listenForMail, proxiedBy, refusal } from '../channels/email/server/smtp';
import type { Cell } from './cells';
import { startMailRelay } from './relay-mail';

const ASHA = 'asha@shop.example';
const RAVI = 'ravi@shop.example';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** A cell that takes mail for Asha, and refuses a mail to Ravi with this code. */
async function openCell(code: 451 | 550): Promise<Cell> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    ...proxiedBy(['127.0.0.1', '::ffff:127.0.0.1']),
    onRcptTo: ({ address }, _session, done) => done(address === RAVI ? refusal(code, 'Not now') : null),
    onData(stream, _session, done) {
      stream.resume().once('end', () => done());
    },
  });
  const port = await listenForMail(server, { port: 0, host: '127.0.0.1' });
  opened.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { name: 'one', url: 'http://127.0.0.1:9', mail: { host: '127.0.0.1', port } };
}

/** Sends one mail through a directory whose one cell has all mailboxes. */
async function send(cell: Cell, to: string[]) {
  const answers: string[] = [];
  const relay = await startMailRelay({
    whereabouts: {
      cells: [cell],
      find: async (_about, values) => new Map(values.map((value) => [value, cell])),
      forget: () => undefined,
      stop: () => undefined,
    },
    port: 0,
    counts: {
      led: () => undefined,
      socket: () => undefined,
      delivered: () => undefined,
      mail: (answer) => void answers.push(answer),
      asked: () => undefined,
    },
    log: () => undefined,
  });
  opened.push(() => relay.close());
  const line = createTransport({ host: '127.0.0.1', port: relay.port, ignoreTLS: true });
  opened.push(async () => line.close());
  const sent = line.sendMail({ from: 'meera@mail.example', to, subject: 'Order', text: 'Where is it?' });
  const outcome = await sent.then(
    ({ response }) => response,
    (error: unknown) => error,
  );
  return { outcome, answers };
}

describe('the sender of a mail', () => {
  it('is answered 250 when the cell takes every recipient', async () => {
    const { outcome, answers } = await send(await openCell(451), [ASHA, 'care@shop.example']);
    expect(outcome).toMatch(/^250 /);
    expect(answers).toEqual(['taken']);
  });

  it.each([451, 550] as const)('is asked to send it again when the cell refuses one of two with %d', async (code) => {
    const { outcome, answers } = await send(await openCell(code), [ASHA, RAVI]);
    expect(outcome).toMatchObject({ responseCode: 451 });
    expect(answers).toEqual(['later']);
  });

  it('is answered as the cell does when it refuses the only recipient', async () => {
    const { outcome, answers } = await send(await openCell(550), [RAVI]);
    expect(outcome).toMatchObject({ responseCode: 550 });
    expect(answers).toEqual(['refused']);
  });
});
