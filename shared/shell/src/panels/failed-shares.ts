import type { ModuleFederation } from '@module-federation/enhanced/runtime';

/**
 * Lets a shared module that could not be loaded be requested once more. The federation runtime remembers the failed load
 * for as long as the page lives, and every panel that uses the module would fail with it, also after Retry.
 */
export function forgetFailedShares({ shareScopeMap }: Pick<ModuleFederation, 'shareScopeMap'>): void {
  for (const scope of Object.values(shareScopeMap)) {
    for (const shared of Object.values(scope).flatMap((versions) => Object.values(versions))) {
      const { get } = shared;
      shared.get = async () => {
        try {
          return await get();
        } catch (error) {
          shared.loading = null;
          throw error;
        }
      };
    }
  }
}
