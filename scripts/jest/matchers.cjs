/** For tests with a page: its matchers (`toBeVisible`, `toHaveAccessibleName`, …), and a database; loading both is slow. */
if (typeof document !== 'undefined') {
  require('@testing-library/jest-dom/jest-globals');
  // A bound for what never comes true, which is no measure of what does: the usual second is too short on a machine with
  // other work to do. No test has a bound of its own.
  require('@testing-library/dom').configure({ asyncUtilTimeout: 60_000 });

  require('./fast-styles.cjs').speedUpStyles();

  // React notes where each element was written, which takes up to a fifth of a test's time and which no test asks for;
  // it stops by itself after a number of elements, and counts anew each second.
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: react } =
    /** @type {Record<string, object>} */ (/** @type {unknown} */ (require('react')));
  if (react === undefined || !('recentlyCreatedOwnerStacks' in react)) {
    throw new Error('React counts the places of elements elsewhere now: adapt scripts/jest/matchers.cjs.');
  }
  Object.defineProperty(react, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} });

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
  // jsdom lays nothing out: no size changes there, unless a test says otherwise.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };

  // Each test finds it empty.
  require('@jest/globals').afterEach(() => {
    if (typeof IDBFactory !== 'undefined') globalThis.indexedDB = new IDBFactory();
  });
}
