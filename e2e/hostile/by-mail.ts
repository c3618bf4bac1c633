import { sendMail, sendRawMail } from '@inbox/simulate';
import type { Inbox } from '../harness/inbox';
import { PAGES } from '@inbox/domain/testing/hostile';
import { FILES } from './files';
import { TRICKY_MAILS } from './tricky-mails';
import { SHORT, type HostileShop } from './shop';

/** Mails in one thread: a page of it. */
const A_THREAD = 25;

export const MAIL_THREADS = Array.from({ length: Math.ceil(PAGES.length / A_THREAD) }, (_, thread) => ({
  writer: `Mailer ${thread} ${SHORT}`,
  address: `mailer-${thread}@evil.example`,
  vectors: PAGES.slice(thread * A_THREAD, (thread + 1) * A_THREAD),
}));

/** Writes each vector in a mail of its own: much of it is never closed, and would hide what follows. */
export async function mailVectors({ settings }: Inbox, { mailbox }: HostileShop): Promise<void> {
  const port = Number(settings['INBOX_SMTP_PORT']);
  await Promise.all(
    MAIL_THREADS.map(async ({ writer, address, vectors }) => {
      for (const [n, { id, content, mark }] of vectors.entries()) {
        const first = `<${vectors[0]!.id}@evil.example>`;
        await sendMail(port, {
          from: { name: writer, address },
          to: mailbox,
          subject: content,
          text: 'plain',
          html: `<p>Dear shop ${mark}</p>${content}`,
          messageId: `<${id}@evil.example>`,
          ...(n > 0 && { inReplyTo: first, references: [first] }),
          ...(id === 'html-2' && { attachments: [...FILES] }),
        });
      }
    }),
  );
}

export const TRICKSTER = `Trickster ${SHORT}`;

/** Writes mails that are wrong as mails, in one thread; each has what is wrong for its subject. */
export async function mailTricks({ settings }: Inbox, { mailbox }: HostileShop): Promise<void> {
  const from = 'trickster@evil.example';
  for (const [n, [name, trick]] of Object.entries(TRICKY_MAILS).entries()) {
    const head = [
      `From: "${TRICKSTER.replaceAll('"', '\\"')}" <${from}>`,
      `To: ${mailbox}`,
      `Subject: ${name}`,
      `Message-ID: <trick-${n}@evil.example>`,
      ...(n > 0 ? ['In-Reply-To: <trick-0@evil.example>'] : []),
    ];
    const raw = `${head.join('\r\n')}\r\n${trick(name)}`;
    await sendRawMail(Number(settings['INBOX_SMTP_PORT']), { from, to: mailbox }, raw);
  }
}
