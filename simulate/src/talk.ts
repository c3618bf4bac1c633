import type { MailAccount, PhoneLine, SimulatorFile, SocialAccount, WhatsAppAccount } from './accounts';
import { callIn } from './exotel';
import { sendMail } from './mail/send-mail';
import type { Random } from './random';
import { person, product, script, type Line, type Person } from './shop';
import { postSigned } from './post-signed';
import { commentDelivery, messagingDelivery, newMid, newSocialId } from './social/delivery';
import { demoPost } from './social/posts';
import { postDelivery } from './whatsapp/report';
import { demoMedia } from './demo-media';
import { createHash, randomUUID } from 'node:crypto';

/** One customer who talks with a shop and goes on when it answers. */
interface Talk {
  who: Person;
  account: WhatsAppAccount | SocialAccount | MailAccount | PhoneLine;
  /** Under which of the shop's posts, for those who comment; null for those who write. */
  post: number | null;
  began: string | null;
  subject: string;
  left: Line[];
  lastMessageId: string | null;
}

export interface Talker {
  /** The next thing a customer says: a new one begins, or one goes on. Resolves when the inbox has it. */
  sayNext(): Promise<string>;
  /** A merchant's message reached this customer: they may go on talking. */
  heard(contact: string): void;
  /** What somebody who has talked calls themselves. */
  nameOf(contact: string): string | null;
}

/** Customers that talk by themselves, through the inbox's real doors. */
export function createTalker(file: SimulatorFile, random: Random): Talker {
  const channels = file.accounts.filter((account) => account.kind !== 'shop');
  const talks = new Map<string, Talk>();
  const ready: string[] = [];
  const names = new Map<string, string>();
  let count = 30_000 + (Math.floor(Date.now() / 1000) % 90_000);

  function begin(): Talk {
    const account = channels[random.between(0, channels.length - 1)];
    if (!account) throw new Error('There is no account to talk to');
    const who = person(random, count++);
    const order = String(random.between(10_000, 99_999));
    const { subject, lines } = script(random, order, product(random).name);
    const talk: Talk = {
      who,
      account,
      subject,
      left: lines.filter(({ by }) => by === 'customer'),
      lastMessageId: null,
      post:
        (account.kind === 'instagram' || account.kind === 'messenger') && random.chance(0.35)
          ? random.between(0, 5)
          : null,
      began: null,
    };
    names.set(who.phone, who.full_name);
    talks.set(contactOf(talk), talk);
    return talk;
  }

  async function say(talk: Talk, line: Line): Promise<void> {
    if (talk.account.kind === 'email') {
      const messageId = `<${randomUUID()}@mail.example>`;
      await sendMail(file.smtp_port, {
        from: { name: talk.who.full_name, address: talk.who.email },
        to: talk.account.address,
        subject: talk.lastMessageId === null ? talk.subject : `Re: ${talk.subject}`,
        text: line.text,
        messageId,
        ...(talk.lastMessageId !== null && { inReplyTo: talk.lastMessageId, references: [talk.lastMessageId] }),
      });
      talk.lastMessageId = messageId;
      return;
    }
    if (talk.account.kind === 'phone') return callIn(file.backend, talk.account, `+${talk.who.phone}`);
    if (talk.account.kind !== 'whatsapp') return saySocial(talk, talk.account, line);
    const timestamp = Math.floor(Date.now() / 1000);
    const message = { from: talk.who.phone, name: talk.who.full_name, timestamp };
    if (line.photo) {
      const id = String(random.between(1e12, 9e12));
      const sha256 = createHash('sha256').update(demoMedia(id).bytes).digest('hex');
      const image = { id, mime_type: 'image/png', sha256, caption: line.text };
      await postDelivery(file.backend, talk.account, { messages: [{ ...message, content: { type: 'image', image } }] });
    } else {
      const content = { type: 'text', text: { body: line.text } } as const;
      await postDelivery(file.backend, talk.account, { messages: [{ ...message, content }] });
    }
  }

  async function saySocial(talk: Talk, account: SocialAccount, line: Line): Promise<void> {
    const { who } = talk;
    const at = Date.now();
    if (talk.post !== null) {
      const id = newSocialId();
      const post = demoPost(talk.post);
      const from = { id: who.phone, name: who.full_name };
      const parent = talk.began === null ? {} : { parent: talk.began };
      const comment = { id, from, text: line.text, post_id: post.id, isAd: post.isAd, ...parent };
      await postSigned(file.backend, account.app_secret, commentDelivery(account, comment, at));
      talk.began ??= id;
      return;
    }
    const url = `http://127.0.0.1:${file.graph_port}/media-bytes/${random.between(0, 359)}`;
    const isMention = line.photo === true && account.kind === 'instagram' && random.chance(0.3);
    const message = {
      mid: newMid(),
      ...(!isMention && { text: line.text }),
      ...(line.photo && {
        attachments: [{ type: isMention ? ('story_mention' as const) : ('image' as const), payload: { url } }],
      }),
    };
    await postSigned(file.backend, account.app_secret, messagingDelivery(account, who.phone, { message }, { at }));
  }

  return {
    nameOf: (contact) => names.get(contact) ?? null,
    async sayNext() {
      const answered = ready.shift();
      const waiting = random.chance(0.4) ? talks.values().next().value : undefined;
      const talk = (answered === undefined ? waiting : talks.get(answered)) ?? begin();
      const line = talk.left.shift();
      if (talk.left.length === 0) talks.delete(contactOf(talk));
      if (!line) return `${talk.who.full_name} has nothing more to say`;
      await say(talk, line);
      return `${talk.who.full_name} (${talk.account.kind}, ${talk.account.merchant}): ${line.text}`;
    },
    heard(contact) {
      if (talks.has(contact) && !ready.includes(contact)) ready.push(contact);
    },
  };
}

function contactOf({ account, who }: Pick<Talk, 'account' | 'who'>): string {
  return account.kind === 'email' ? who.email : who.phone;
}
