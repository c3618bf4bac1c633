import { isUtf8 } from 'node:buffer';
import type { MailLeftOut } from '@inbox/domain';
import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';
import { charsetOf, decodeAs, decodeText } from '../charset';
import { openCms } from '../smime/cms';
import { BodyBytes, RawBytes } from './body-bytes';
import { relabelWords } from './header-words';
import { MAIL_LIMITS } from './limits';
import type { MimeNode, Parser } from './postal-mime';
import { entityOf, isSameMail, isWrapping, senderOf } from './wrapped';

/** A mail as it is parsed, and what of it was left out because there was too much, or it cannot be read. */
export interface ParsedMail {
  email: Email;
  leftOut: Pick<MailLeftOut, 'attachments' | 'text' | 'unreadable'>;
  /** Some of it was in a file of S/MIME, which not every virus scanner opens. */
  isUnwrapped: boolean;
}

/** Attached mails stay attachments: what a forwarded mail says was not said by the one who forwards it. */
const options: PostalMimeOptions = {
  forceRfc822Attachments: true,
  maxNestingDepth: MAIL_LIMITS.depth,
  attachmentEncoding: 'arraybuffer',
};

/**
 * Parses a mail, each of its texts in the character set that it is really written in. What S/MIME has put into a file (RFC
 * 8551) takes the place of the file; headers are those of the mail itself.
 * @throws when these bytes are no mail, or one built to exhaust the reader
 */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const parser = new PostalMime(options) as unknown as Parser;
  const whole = wholeMail(parser.root);
  new Reading(parser, whole, 0).begin();
  const email = await parser.parse(exactBuffer(raw));
  return { email, leftOut: whole.leftOut, isUnwrapped: whole.isUnwrapped };
}

/** Counters and findings that a mail shares with all mails that are wrapped in it. */
interface WholeMail {
  root: MimeNode;
  leftOut: ParsedMail['leftOut'];
  isUnwrapped: boolean;
  charsets: WeakMap<MimeNode, string>;
  /** Bytes that may still be read. */
  rest: Record<'html' | 'text' | 'inflated', number>;
  parts: number;
}

const wholeMail = (root: MimeNode): WholeMail => ({
  root,
  leftOut: { attachments: 0, text: false },
  isUnwrapped: false,
  charsets: new WeakMap(),
  rest: { html: MAIL_LIMITS.htmlBytes, text: MAIL_LIMITS.textBytes, inflated: MAIL_LIMITS.inflatedBytes },
  parts: 0,
});

function exactBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const isExact = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
  return isExact ? buffer : new Uint8Array(buffer, byteOffset, byteLength).slice().buffer;
}

/** Changes of the parser while it reads one mail, or one that is wrapped in it. */
class Reading {
  private readonly known = new WeakSet<MimeNode>();

  constructor(
    private readonly parser: Parser,
    private readonly whole: WholeMail,
    /** How many wrappings are around it. */
    private readonly layer: number,
  ) {}

  begin(): void {
    const { parser } = this;
    const processLine = parser.processLine.bind(parser);
    parser.processLine = async (line, isFinal) => {
      await processLine(line, isFinal);
      this.adopt(parser.currentNode);
    };
    const collectAttachment = parser.collectAttachment.bind(parser);
    parser.collectAttachment = (...given) => {
      if (parser.attachments.length < MAIL_LIMITS.attachments) collectAttachment(...given);
      else this.whole.leftOut.attachments += 1;
    };
    this.adopt(parser.root);
  }

  private adopt(node: MimeNode): void {
    if (this.known.has(node)) return;
    this.known.add(node);
    this.whole.parts += 1;
    if (this.whole.parts > MAIL_LIMITS.parts) throw new Error(`The mail has more than ${MAIL_LIMITS.parts} parts.`);
    this.readHeaders(node);
    const finalize = node.finalize.bind(node);
    node.finalize = async () => {
      const isOpen = node.state !== 'finished';
      await finalize();
      if (isOpen && isWrapping(node)) await this.unwrap(node);
    };
    const getTextContent = node.getTextContent.bind(node);
    node.getTextContent = () => {
      this.prepareText(node);
      return getTextContent();
    };
  }

  /** Lines of more than seven bits that are no UTF-8 wait until it is known what the mail is written in. */
  private readHeaders(node: MimeNode): void {
    const undecoded: { index: number; bytes: Uint8Array }[] = [];
    const feed = node.feed.bind(node);
    node.feed = (line) => {
      const isUndecoded = node.state === 'header' && (line.includes(0x1b) || !isUtf8(line));
      if (isUndecoded) undecoded.push({ index: node.headerLines.length, bytes: line.slice() });
      feed(line);
    };
    const processHeaders = node.processHeaders.bind(node);
    const read = (lines: readonly string[]): void => {
      const isPlain = undecoded.length === 0 && !lines.some((line) => /=\?|\*/.test(line));
      const hint = isPlain ? null : this.writtenIn();
      const label = isPlain ? null : charsetLabelIn(lines);
      const decoded = [...lines];
      for (const { index, bytes } of undecoded) decoded[index] = decodeText(bytes, { label, hint });
      node.headerLines = relabelWords(decoded, hint);
      processHeaders();
    };
    node.processHeaders = () => {
      const lines = node.headerLines;
      read(lines);
      if (!/base64|quoted-printable/.test(node.contentTransferEncoding.encoding)) {
        node.contentDecoder = isWrapping(node) ? new RawBytes(this.parser) : new BodyBytes();
      }
      if (node.contentType.parsed.value === 'multipart/encrypted') this.noteUnreadable('encrypted');
      if (node === this.parser.root) this.readAgainAtTheEnd(() => read(lines));
    };
  }

  /** Puts the parts of a mail that S/MIME has wrapped into the place of its file. What cannot be opened stays a file. */
  private async unwrap(node: MimeNode): Promise<void> {
    const { whole, layer } = this;
    if (layer === MAIL_LIMITS.wrappings) return this.noteUnreadable('not_opened');
    const cms = openCms(new Uint8Array(node.content ?? new ArrayBuffer(0)), whole.rest);
    if (cms.kind === 'empty') return;
    if (cms.kind === 'encrypted') return this.noteUnreadable('encrypted');
    if (cms.kind === 'damaged') return this.noteUnreadable('not_opened');
    const entity = entityOf(cms.content);
    if (entity === null) return;
    whole.isUnwrapped = true;
    node.content = null;
    node.childNodes = [await this.wrappedMail(entity)];
  }

  private async wrappedMail(entity: ArrayBuffer): Promise<MimeNode> {
    const part = await this.treeOf(entity);
    const isSame = await isSameMail(part, senderOf(this.whole.root));
    return isSame && part.content !== null ? this.treeOf(part.content) : part;
  }

  /** Parts of a wrapped mail. The parser of the mail around it collects their texts and files. */
  private async treeOf(entity: ArrayBuffer): Promise<MimeNode> {
    const parser = new PostalMime(options) as unknown as Parser;
    new Reading(parser, this.whole, this.layer + 1).begin();
    parser.collectNode = async () => undefined;
    await parser.parse(entity);
    return parser.root;
  }

  private noteUnreadable(why: MailLeftOut['unreadable']): void {
    this.whole.leftOut.unreadable ??= why;
  }

  /** A subject is too short to know what it is written in, and comes before the text that says it. */
  private readAgainAtTheEnd(read: () => void): void {
    const { parser } = this;
    const buildMessage = parser.buildMessage.bind(parser);
    parser.buildMessage = () => {
      parser.root.headers = [];
      parser.root.rawHeaderLines = [];
      read();
      return buildMessage();
    };
  }

  /** What the first text of the mail that is more than ASCII is written in; null as long as there is none. */
  private writtenIn(node = this.parser.root): string | null {
    if (/^text\/(?:plain|html)$/.test(node.contentType.parsed.value) && node.content !== null) {
      const charset = this.charsetOf(node, node.content);
      if (charset !== 'utf-8') return charset;
    }
    for (const child of node.childNodes.slice(0, MAIL_LIMITS.depth)) {
      const charset = this.writtenIn(child);
      if (charset !== null) return charset;
    }
    return null;
  }

  private charsetOf(node: MimeNode, content: ArrayBuffer): string {
    const { value, params } = node.contentType.parsed;
    const charset =
      this.whole.charsets.get(node) ??
      charsetOf(new Uint8Array(content), { label: params['charset'] ?? null, isHtml: value === 'text/html' });
    this.whole.charsets.set(node, charset);
    return charset;
  }

  /** Makes UTF-8 of a text, of as much of it as is shown. */
  private prepareText(node: MimeNode): void {
    if (node.content === null) return;
    const { parsed } = node.contentType;
    const charset = this.charsetOf(node, node.content);
    const kind = parsed.value === 'text/html' ? 'html' : 'text';
    const room = this.whole.rest[kind];
    const isCut = node.content.byteLength > room;
    const bytes = new Uint8Array(node.content, 0, Math.min(node.content.byteLength, room));
    this.whole.rest[kind] -= bytes.length;
    if (isCut) this.whole.leftOut.text = true;
    if (charset !== 'utf-8' || isCut) {
      const text = decodeAs(bytes, charset);
      node.content = exactBuffer(new TextEncoder().encode(isCut ? text.replace(/\ufffd+$/, '') : text));
    }
    parsed.params['charset'] = 'utf-8';
  }
}

function charsetLabelIn(lines: readonly string[]): string | null {
  for (const line of lines) {
    const found = /\bcharset\s{0,20}=\s{0,20}["']?([\w.:-]{1,40})/i.exec(line);
    if (found?.[1] !== undefined) return found[1];
  }
  return null;
}
