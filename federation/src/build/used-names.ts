import type { Compilation } from '@rspack/core';

/**
 * The names that a panel's code imports from each shared module, by the request that imports it. Imports of types leave no
 * trace, and of a whole namespace no names.
 */
export function usedNames(compilation: Compilation): Record<string, string[]> {
  const uses = new Map<string, Set<string>>();
  for (const module of compilation.modules) {
    if (String(module.type) !== 'consume-shared-module') continue;
    // `consume shared module (default) @inbox/ui@^0.1.0 (strict)`
    const request = /\) (\S+)@\S+/.exec(module.identifier())?.[1];
    if (request === undefined) continue;
    const names = uses.get(request) ?? new Set();
    uses.set(request, names);
    for (const { dependency } of compilation.moduleGraph.getIncomingConnections(module)) {
      const name = 'ids' in dependency && Array.isArray(dependency.ids) ? (dependency.ids[0] as unknown) : undefined;
      if (typeof name === 'string') names.add(name);
    }
  }
  const entries = [...uses].map(([request, names]) => [request, [...names].toSorted()] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
