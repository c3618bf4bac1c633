/**
 * pnpm release: one archive that runs with Node alone.
 *
 * The command itself is loaded only once Node is known to be new enough: an older one could not even read it.
 */
import { hasNeededNode } from './lib/node-version.mjs';

if (hasNeededNode(process.versions.node)) void import('./commands/release.mjs');
else process.exitCode = 1;
