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
