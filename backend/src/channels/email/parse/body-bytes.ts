import type { Parser } from './postal-mime';

/** Takes a part's bytes from the mail as they are. Lines would change the line ends of a file that came as binary. */
export class RawBytes {
  private from: number | undefined;
  private to = 0;

  constructor(private readonly parser: Pick<Parser, 'buf' | 'readPos'>) {}

  update(line: Uint8Array): void {
    this.from ??= line.byteOffset;
    this.to = this.parser.readPos;
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.parser.buf.slice(this.from ?? 0, this.to);
  }
}

/**
 * Collects a part's lines into one growing block. The parser's own collector has an object for each line: a mail of empty
 * lines would take a hundred times its size.
 */
export class BodyBytes {
  private bytes = new Uint8Array(1_024);
  private length = 0;

  update(line: Uint8Array): void {
    const needed = this.length + line.length + 1;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    this.bytes.set(line, this.length);
    this.bytes[needed - 1] = 0x0a;
    this.length = needed;
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.bytes.buffer.slice(0, this.length);
  }
}
