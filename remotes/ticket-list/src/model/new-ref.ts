/** Names a request for good: its progress is known by it, and a second attempt as the same. */
export function newRef(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
