import { init as initInstance } from '@module-federation/enhanced/runtime';
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js';
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js';
import { init } from '@module-federation/webpack-bundler-runtime/dist/init.js';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js';
import { installInitialConsumes } from '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js';
import { containerRuntime } from './container-runtime';

/**
 * Stands in the shell for the federation runtime's package for bundlers, and hands its functions to the panels, as the
 * federation plugin hands them its core. What a build with remotes of its own would need is left out.
 */
globalThis.inbox_federation = {
  attachShareScopeMap,
  bundlerRuntime: { consumes, I: initializeSharing, init, initContainerEntry, installInitialConsumes },
};

export default containerRuntime(globalThis.inbox_federation, initInstance);
