import { isUtf8 } from 'node:buffer';
import PostalMime, { type Email, type Header, type HeaderLine, type PostalMimeOptions } from 'postal-mime';
import { charsetOf, decodeAs, decodeText } from '../charset';
import { BodyBytes } from './body-bytes';
import { relabelWords } from './header-words';
import { MAIL_LIMITS } from './limits';

/** A mail as it is parsed, and what of it was left out because there was too much. */
export interface ParsedMail {
  email: Email;
  leftOut: { attachments: number; text: boolean };
}

/**
 * What postal-mime is made of. It decodes by labels alone and offers no place to do otherwise; its declarations leave these
 * out. The tests of character sets fail when a new version has them no more.
 */
interface MimeNode {
  state: 'header' | 'body' | 'finished';
  headerLines: string[];
  headers: Header[];
  rawHeaderLines: HeaderLine[];
  contentType: { parsed: { value: string; params: Record<string, string> }; multipart: string | false };
  contentTransferEncoding: { encoding: string };
  contentDecoder: unknown;
  content: ArrayBuffer | null;
  childNodes: MimeNode[];
  feed(line: Uint8Array): void;
  processHeaders(): void;
  getTextContent(): string;
}
interface Parser {
  root: MimeNode;
  currentNode: MimeNode;
  attachments: unknown[];
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  collectAttachment(node: MimeNode, content: ArrayBuffer, related: boolean, tooDeep: boolean): void;
  buildMessage(): Email;
  parse(raw: ArrayBuffer): Promise<Email>;
}

/** Attached mails stay attachments: what a forwarded mail says was not said by the one who forwards it. */
const options: PostalMimeOptions = {
  forceRfc822Attachments: true,
  maxNestingDepth: MAIL_LIMITS.depth,
  attachmentEncoding: 'arraybuffer',
};

/**
 * Parses a mail, each of its texts in the character set that it is really written in.
 * @throws when these bytes are no mail, or one built to exhaust the reader
 */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const parser = new PostalMime(options) as unknown as Parser;
  const reading = new Reading(parser);
  const email = await parser.parse(exactBuffer(raw));
  return { email, leftOut: reading.leftOut };
}

function exactBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const isExact = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
  return isExact ? buffer : new Uint8Array(buffer, byteOffset, byteLength).slice().buffer;
}

/** What is changed of the parser while it reads one mail. */
class Reading {
  readonly leftOut = { attachments: 0, text: false };
  private readonly known = new WeakSet<MimeNode>();
  private readonly charsets = new WeakMap<MimeNode, string>();
  private readonly rest: Record<'html' | 'text', number> = { html: MAIL_LIMITS.htmlBytes, text: MAIL_LIMITS.textBytes };
  private parts = 0;

  constructor(private readonly parser: Parser) {
    const processLine = parser.processLine.bind(parser);
    parser.processLine = async (line, isFinal) => {
      await processLine(line, isFinal);
      this.adopt(parser.currentNode);
    };
    const collectAttachment = parser.collectAttachment.bind(parser);
    parser.collectAttachment = (...given) => {
      if (parser.attachments.length < MAIL_LIMITS.attachments) collectAttachment(...given);
      else this.leftOut.attachments += 1;
    };
    this.adopt(parser.root);
  }

  private adopt(node: MimeNode): void {
    if (this.known.has(node)) return;
    this.known.add(node);
    this.parts += 1;
    if (this.parts > MAIL_LIMITS.parts) throw new Error(`The mail has more than ${MAIL_LIMITS.parts} parts.`);
    this.readHeaders(node);
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
      if (!/base64|quoted-printable/.test(node.contentTransferEncoding.encoding)) node.contentDecoder = new BodyBytes();
      if (node === this.parser.root) this.readAgainAtTheEnd(() => read(lines));
    };
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
      this.charsets.get(node) ??
      charsetOf(new Uint8Array(content), { label: params['charset'] ?? null, isHtml: value === 'text/html' });
    this.charsets.set(node, charset);
    return charset;
  }

  /** Makes UTF-8 of a text, of as much of it as is shown. */
  private prepareText(node: MimeNode): void {
    if (node.content === null) return;
    const { parsed } = node.contentType;
    const charset = this.charsetOf(node, node.content);
    const kind = parsed.value === 'text/html' ? 'html' : 'text';
    const room = this.rest[kind];
    const isCut = node.content.byteLength > room;
    const bytes = new Uint8Array(node.content, 0, Math.min(node.content.byteLength, room));
    this.rest[kind] -= bytes.length;
    if (isCut) this.leftOut.text = true;
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
