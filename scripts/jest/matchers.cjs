/** For tests with a page: its matchers (`toBeVisible`, `toHaveAccessibleName`, …), and a database; loading both is slow. */
if (typeof document !== 'undefined') {
  require('@testing-library/jest-dom/jest-globals');
  // A bound for what never comes true: the usual second is too short on a machine with other work to do.
  require('@testing-library/dom').configure({ asyncUtilTimeout: 10_000 });

  // Loaded when it is first asked for, as most tests store nothing.
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get() {
      Reflect.deleteProperty(globalThis, 'indexedDB');
      // Its types are not where its exports say.
      /** @type {(name: string) => unknown} */ (require)('fake-indexeddb/auto');
      return globalThis.indexedDB;
    },
  });
  // Each test finds it empty.
  require('@jest/globals').afterEach(() => {
    if (typeof IDBFactory !== 'undefined') globalThis.indexedDB = new IDBFactory();
  });
}
