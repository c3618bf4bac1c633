import { init } from '@module-federation/enhanced/runtime';
import { containerRuntime } from './container-runtime';

const functions = globalThis.inbox_federation;
if (!functions) throw new Error('This page has an older shell, without what the panel runs on. Load it anew.');

/** Stands in a panel for the federation runtime's package for bundlers: its functions are the shell's. */
export default containerRuntime(functions, init);
