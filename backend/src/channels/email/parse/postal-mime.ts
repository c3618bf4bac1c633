import type { Email, Header, HeaderLine } from 'postal-mime';

/**
 * Internals of postal-mime. It decodes by labels alone and offers no place to do otherwise; its declarations leave these
 * out. The tests of character sets and of wrapped mails fail when a new version does not have them.
 */
export interface MimeNode {
  state: 'header' | 'body' | 'finished';
  headerLines: string[];
  headers: Header[];
  rawHeaderLines: HeaderLine[];
  contentType: { parsed: Structured; multipart: string | false };
  contentDisposition: { parsed: Structured };
  contentTransferEncoding: { encoding: string };
  contentDecoder: unknown;
  content: ArrayBuffer | null;
  childNodes: MimeNode[];
  feed(line: Uint8Array): void;
  finalize(): Promise<void>;
  processHeaders(): void;
  getTextContent(): string;
}

/** A header of one value and parameters. */
interface Structured {
  value: string;
  params: Record<string, string>;
}

export interface Parser {
  root: MimeNode;
  currentNode: MimeNode;
  attachments: unknown[];
  /** The mail, and how far its lines are read. */
  buf: ArrayBuffer;
  readPos: number;
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  collectNode(node: MimeNode): Promise<void>;
  collectAttachment(node: MimeNode, content: ArrayBuffer, related: boolean, tooDeep: boolean): void;
  buildMessage(): Email;
  parse(raw: ArrayBuffer): Promise<Email>;
}
