/**
 * pnpm older-release: what an older release can do on this one's database.
 *
 * The command itself is loaded only once Node is known to be new enough: an older one could not even read it.
 */
import { hasNeededNode } from './lib/node-version.mjs';

if (hasNeededNode(process.versions.node)) void import('./commands/older-release.mjs');
else process.exitCode = 1;
