/**
 * pnpm build: builds the packages whose sources changed.
 *
 * The command itself is loaded only once Node is known to be new enough: an older one could not even read it.
 */
import { hasNeededNode } from './lib/node-version.mjs';

if (hasNeededNode(process.versions.node)) void import('./commands/build.mjs');
else process.exitCode = 1;
