/** Reads little-endian values one after the other. Every read is within the bytes: what says it is longer is cut short. */
export class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** @throws RangeError, as all reads do, when there is less left */
  bytes(length: number): Buffer {
    if (length > this.left) throw new RangeError(`${length} bytes are asked for, ${this.left} are left.`);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  u8 = (): number => this.bytes(1).readUInt8();
  u16 = (): number => this.bytes(2).readUInt16LE();
  u32 = (): number => this.bytes(4).readUInt32LE();
}
