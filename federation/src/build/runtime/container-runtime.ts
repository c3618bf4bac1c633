type RuntimePart = (options: never) => unknown;

/**
 * The functions with which a container shares modules. They have no state but what they are handed, and are the same in all
 * containers: the shell has them once. The names are the federation runtime's own.
 */
export interface ContainerFunctions {
  attachShareScopeMap: RuntimePart;
  bundlerRuntime: Readonly<
    Record<'consumes' | 'I' | 'init' | 'initContainerEntry' | 'installInitialConsumes', RuntimePart>
  >;
}

declare global {
  /** Set by the shell before any panel is loaded. */
  var inbox_federation: ContainerFunctions | undefined;
}

/**
 * What a container runs on: the functions, with a state of its own, by which the containers of one page are kept apart.
 *
 * @param init makes the container's instance of the runtime; it is told apart by the build that it was compiled in
 */
export const containerRuntime = (functions: ContainerFunctions, init: RuntimePart) => ({
  ...functions,
  runtime: { init },
  bundlerRuntime: { ...functions.bundlerRuntime, S: {} },
  bundlerRuntimeOptions: {},
});
