/**
 * npm test: sets up, then runs everything that CI runs.
 *
 * The command itself is loaded only once Node is known to be new enough: an older one could not even read it.
 */
import { hasNeededNode } from './lib/node-version.mjs';

if (hasNeededNode(process.versions.node)) void import('./commands/test.mjs');
else process.exitCode = 1;
