/**
 * Parts of the federation runtime's package for bundlers, whose files `lean-runtime.ts` finds. What they take and answer is
 * between them and the plugin that builds shell and panels.
 */
declare module '@module-federation/webpack-bundler-runtime/dist/*' {
  type RuntimePart = (options: never) => unknown;
  export const attachShareScopeMap: RuntimePart;
  export const consumes: RuntimePart;
  export const init: RuntimePart;
  export const initContainerEntry: RuntimePart;
  export const initializeSharing: RuntimePart;
  export const installInitialConsumes: RuntimePart;
}
