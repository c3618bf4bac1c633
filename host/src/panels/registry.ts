import * as z from 'zod/mini';
import { EMPTY_REGISTRY, Registry } from '@inbox/federation/registry';

/** The element in the shell's page that carries the registry, so that no request is spent on it. */
export const INLINE_REGISTRY_ID = 'inbox-registry';

const InlineRegistry = z.object({
  registry: Registry,
  /** The federation manifests of the releases in it, by address path. */
  manifests: z.record(z.string(), z.unknown()),
});
export type InlineRegistry = z.infer<typeof InlineRegistry>;

/**
 * The registry that came with the page, else /registry.json. When neither can be had or understood the shell goes on
 * with an empty one: every panel then shows its error state, and everything else works.
 */
export async function readRegistry(report: (error: unknown) => void): Promise<InlineRegistry> {
  const inline = document.getElementById(INLINE_REGISTRY_ID)?.textContent;
  try {
    if (inline) return z.parse(InlineRegistry, JSON.parse(inline));
    return { registry: await fetchRegistry(), manifests: {} };
  } catch (error) {
    report(error);
    return { registry: EMPTY_REGISTRY, manifests: {} };
  }
}

/** The registry as it is now. Rejects when it cannot be fetched or understood. */
export async function fetchRegistry(): Promise<Registry> {
  const response = await fetch('/registry.json', { cache: 'no-store' });
  if (!response.ok) throw new Error(`/registry.json answered ${response.status}`);
  return z.parse(Registry, await response.json());
}
