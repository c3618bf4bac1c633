/**
 * Names that the inbox's scripts need in the global scope are made beforehand as such that are not listed and can be
 * written: the page sees `Inbox` alone. Names that are there already stay as they are.
 */
export function hide(...names: readonly string[]): void {
  for (const name of names) {
    if (name in globalThis) continue;
    Object.defineProperty(globalThis, name, {
      value: undefined,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
}
