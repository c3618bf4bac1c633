import { randomUUID } from 'node:crypto';
import {
  newWamid,
  postDelivery,
  reportStatus,
  sendMail,
  type CustomerMail,
  type CustomerMessage,
  type SentMessage,
} from '@inbox/simulate';
import type { Merchant } from './world';

export interface InboundAddresses {
  url: string;
  smtpPort: number;
}

/** Someone who writes to a merchant, through the doors that real channels use. */
export class Customer {
  readonly name: string;
  /** Digits with country code. */
  readonly phone: string;
  readonly address: string;
  readonly #inbound: InboundAddresses;
  readonly #merchant: Merchant;
  #threadIds: string[] = [];

  constructor(inbound: InboundAddresses, merchant: Merchant, { name, number }: { name: string; number: number }) {
    this.#inbound = inbound;
    this.#merchant = merchant;
    this.name = name;
    this.phone = `91${String(9_000_000_000 + number)}`;
    this.address = `customer${number}@mail.example`;
  }

  /** Writes on WhatsApp; resolves when the inbox has it. Returns the channel's id of the message. */
  async writes(text: string, { at = new Date(), id = newWamid() } = {}): Promise<string> {
    return this.#deliver({ type: 'text', text: { body: text } }, at, id);
  }

  /** Sends a file on WhatsApp that lies at the channel under this id. */
  async sends(content: CustomerMessage): Promise<string> {
    return this.#deliver(content, new Date(), newWamid());
  }

  async #deliver(content: CustomerMessage, at: Date, id: string): Promise<string> {
    const timestamp = Math.floor(at.getTime() / 1000);
    const message = { id, from: this.phone, name: this.name, timestamp, content };
    await postDelivery(this.#inbound.url, this.#merchant.whatsapp, { messages: [message] });
    return id;
  }

  /** The phone reports a step of a message's way to it. */
  async reports(sent: SentMessage, status: 'sent' | 'delivered' | 'read' | 'failed'): Promise<void> {
    await reportStatus(this.#inbound.url, this.#merchant.whatsapp, sent, status);
  }

  /** Writes a mail; the next ones go on in the same thread. Resolves when the inbox has it. */
  async mails(mail: Pick<CustomerMail, 'subject' | 'text'> & Partial<CustomerMail>): Promise<string> {
    const messageId = `<${randomUUID()}@mail.example>`;
    await sendMail(this.#inbound.smtpPort, {
      from: { name: this.name, address: this.address },
      to: this.#merchant.mailbox,
      messageId,
      ...mail,
    });
    this.#threadIds.push(messageId);
    return messageId;
  }

  /** Answers a mail of the merchant, as a mail program does. */
  async answers(mail: { messageId: string; subject: string }, text: string): Promise<string> {
    const references = [...this.#threadIds, mail.messageId];
    return this.mails({ subject: mail.subject, text, inReplyTo: mail.messageId, references });
  }
}
