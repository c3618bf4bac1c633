import { holdTestServer } from '../../backend/src/testing/database';
import { buildChanged } from '../lib/build.mjs';
import { ROOT } from '../lib/paths.mjs';

declare global {
  /** Taken by after-all.ts, which jest loads in this process as well. */
  var stopTestServer: (() => Promise<void>) | undefined;
}

/**
 * Before the first test: the backend's programs, which some tests start, are built from the sources beside them, and the
 * database server of the tests is started. Without it each file that has no neighbour at work starts the server anew.
 */
export default async function beforeAllTests(): Promise<void> {
  await buildChanged(ROOT, ['backend']);
  globalThis.stopTestServer = await holdTestServer();
}
