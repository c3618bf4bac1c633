/** The bytes are no BER, or end before what they announce. */
export class BerError extends Error {
  override readonly name = 'BerError';
}

/** OCTET STRING: its bytes, or a list of further octet strings. */
const OCTETS = 0x04;
const OCTETS_IN_PIECES = 0x24;
/** End of a container that has no length: two zero bytes end it. */
const OPEN = Number.POSITIVE_INFINITY;
/** Octet strings in octet strings; programs write one level. */
const MAX_DEPTH = 8;
/** Bytes of a length, so that it stays an exact number. */
const MAX_LENGTH_BYTES = 6;

/**
 * Reads elements of BER (X.690), of which DER is a part, one after the other. It only moves forwards, so that it is linear in
 * the bytes. A container may announce more than there is: a file that is cut after the element in question is still read.
 */
export class BerReader {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** Enters the next element. @returns where it ends. @throws BerError when it has another tag */
  enter(tag: number): number {
    const element = this.#header();
    if (element.tag !== tag) throw new BerError(`Tag ${element.tag} is in the place of ${tag}.`);
    return element.end;
  }

  /** Whether the container that ends at `end` has another element. @throws BerError */
  has(end: number): boolean {
    if (end !== OPEN) return this.#at < end;
    if (this.#at + 1 >= this.bytes.length) throw new BerError('The end of a container is missing.');
    return this.bytes[this.#at] !== 0 || this.bytes[this.#at + 1] !== 0;
  }

  /** The bytes of the next element, in hexadecimal digits. @throws BerError */
  hex(tag: number): string {
    return Buffer.from(this.#take(this.enter(tag))).toString('hex');
  }

  /** Passes the next element with all that is in it. @throws BerError */
  skip(): void {
    let open = 0;
    do {
      if (open > 0 && !this.has(OPEN)) {
        this.#leave(OPEN);
        open -= 1;
        continue;
      }
      const { end } = this.#header();
      if (end === OPEN) open += 1;
      else this.#take(end);
    } while (open > 0);
  }

  /** The bytes of the next element, an octet string, which may be in pieces. @throws BerError */
  octets(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.bytes.length - this.#at);
    let length = 0;
    const open: number[] = [];
    do {
      const around = open.at(-1);
      if (around !== undefined && !this.has(around)) {
        this.#leave(around);
        open.pop();
        continue;
      }
      const { tag, end } = this.#header();
      if (tag === OCTETS) {
        const piece = this.#take(end);
        all.set(piece, length);
        length += piece.length;
      } else if (tag === OCTETS_IN_PIECES && open.length < MAX_DEPTH) open.push(end);
      else throw new BerError(`Tag ${tag} is in an octet string.`);
    } while (open.length > 0);
    return all.slice(0, length);
  }

  #header(): { tag: number; end: number } {
    const tag = this.#byte();
    if ((tag & 0x1f) === 0x1f) throw new BerError('A tag has several bytes.');
    const first = this.#byte();
    if (first < 0x80) return { tag, end: this.#at + first };
    const isContainer = (tag & 0x20) !== 0;
    if (first === 0x80 && isContainer) return { tag, end: OPEN };
    const digits = first & 0x7f;
    if (digits === 0 || digits > MAX_LENGTH_BYTES) throw new BerError('A length cannot be read.');
    let length = 0;
    for (let digit = 0; digit < digits; digit += 1) length = length * 256 + this.#byte();
    return { tag, end: this.#at + length };
  }

  #byte(): number {
    const byte = this.bytes[this.#at];
    if (byte === undefined) throw new BerError('The bytes end in an element.');
    this.#at += 1;
    return byte;
  }

  #take(end: number): Uint8Array {
    if (end > this.bytes.length) throw new BerError('An element is longer than the bytes.');
    const taken = this.bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  #leave(end: number): void {
    if (end === OPEN) this.#at += 2;
  }
}
