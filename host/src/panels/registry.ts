import * as z from 'zod/mini';
import { EMPTY_REGISTRY, parseRegistry, type Registry } from '@inbox/federation/registry';

/** The element in the shell's page that carries the registry, so that no request is spent on it. */
export const INLINE_REGISTRY_ID = 'inbox-registry';

const InlineRegistry = z.object({
  registry: z.unknown(),
  /** The federation manifests of the releases in it, by address path. */
  manifests: z.record(z.string(), z.unknown()),
});

export interface PageRegistry {
  registry: Registry;
  manifests: Readonly<Record<string, unknown>>;
}

/**
 * The registry that came with the page, else /registry.json. An entry that cannot be understood is reported and left out;
 * when the registry cannot be had at all the shell goes on with an empty one, and everything else works.
 */
export async function readRegistry(report: (error: unknown) => void): Promise<PageRegistry> {
  const inline = document.getElementById(INLINE_REGISTRY_ID)?.textContent;
  const refuse = (name: string, error: Error) => report(new Error(`Panel ${name} is refused`, { cause: error }));
  try {
    if (!inline) return { registry: parseRegistry(await fetchRegistry(), refuse), manifests: {} };
    const { registry, manifests } = z.parse(InlineRegistry, JSON.parse(inline));
    return { registry: parseRegistry(registry, refuse), manifests };
  } catch (error) {
    report(error);
    return { registry: EMPTY_REGISTRY, manifests: {} };
  }
}

/** Rejects when it cannot be fetched. */
async function fetchRegistry(): Promise<unknown> {
  const response = await fetch('/registry.json', { cache: 'no-store' });
  if (!response.ok) throw new Error(`/registry.json answered ${response.status}`);
  return response.json();
}
