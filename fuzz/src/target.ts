/** A parser that reads what comes from outside, and what must hold whatever that is. */
export interface Target {
  /** Names its folder of the corpus. */
  name: string;
  /** Inputs of the kind that it reads every day, from which others are made. */
  seeds(): Promise<Uint8Array[]>;
  /** @throws when something does not hold: what it throws is the finding */
  read(input: Uint8Array): Promise<void>;
}

/** For what is told as an error, and so is none of the parser's. */
export async function orRefused(work: () => Promise<unknown>, isRefusal: (error: Error) => boolean): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || !isRefusal(error)) throw error;
  }
}

export const textOf = (input: Uint8Array): string => Buffer.from(input).toString('utf8');

export const jsonSeed = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** Undefined when the bytes are no JSON. */
export function jsonOf(input: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(input));
  } catch {
    return undefined;
  }
}
