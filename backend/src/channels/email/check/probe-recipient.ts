import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { codeOf, wordsOf } from '../../../platform/errors/errors';

export type RecipientAnswer = { code: number; text: string } | { unreachable: string };

/** Asks an SMTP server whether it takes mail for an address, and leaves before there is a mail. Never throws. */
export async function probeRecipient(
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
  address: string,
): Promise<RecipientAnswer> {
  const socket = connect({ host, port });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('it does not answer in time.')));
  const failed = once(socket, 'close').then(() => Promise.reject(socket.errored ?? new Error('it hung up.')));
  failed.catch(() => undefined);
  socket.on('error', () => undefined);
  const lines: AsyncIterator<string, undefined> = createInterface({ input: socket })[Symbol.asyncIterator]();

  /** The last line of a reply: `250-more` goes on, `250 last` ends it. */
  async function reply(): Promise<{ code: number; text: string }> {
    for (;;) {
      const line = await Promise.race([lines.next(), failed]);
      if (line.done) throw socket.errored ?? new Error('it hung up.');
      const [, code = '', more, text = ''] = /^(\d{3})([ -]?)(.*)$/.exec(line.value) ?? [];
      if (code === '') throw new Error('it does not speak SMTP.');
      if (more !== '-') return { code: Number(code), text };
    }
  }
  async function say(line: string): Promise<{ code: number; text: string }> {
    socket.write(`${line}\r\n`);
    return reply();
  }

  try {
    for (const step of [() => reply(), () => say('EHLO account-check.invalid'), () => say('MAIL FROM:<>')]) {
      const answer = await step();
      if (answer.code >= 400) return answer;
    }
    const answer = await say(`RCPT TO:<${address}>`);
    socket.write('QUIT\r\n');
    return answer;
  } catch (error) {
    return { unreachable: codeOf(error) === 'ECONNREFUSED' ? 'nothing answers there.' : wordsOf(error) };
  } finally {
    socket.destroy();
  }
}
