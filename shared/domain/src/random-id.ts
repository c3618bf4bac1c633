import type { TempId } from './ids';

/** Web Crypto, which browsers and Node have alike; no other part of either is known here. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

/** A random UUID. `crypto.randomUUID` itself is missing on pages without https. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  const text = hex.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

export const newTempId = (): TempId => randomId() as TempId;
