import * as z from 'zod/mini';
import { EMPTY_REGISTRY, parseRegistry, type Registry } from '@inbox/federation/registry';

/** The element in the shell's page that carries the registry, so that no request is spent on it. */
export const INLINE_REGISTRY_ID = 'inbox-registry';

const InlineRegistry = z.object({
  registry: z.unknown(),
  /** The federation manifests of the releases in it: by path on the page's own origin, by address elsewhere. */
  manifests: z.record(z.string(), z.unknown()),
  panelTimeoutMs: z.optional(z.int().check(z.positive())),
});

export interface PageRegistry {
  registry: Registry;
  manifests: Readonly<Record<string, unknown>>;
  /** Milliseconds that a page of another product waits for a panel's code; the shell's own page is told otherwise. */
  panelTimeoutMs?: number | undefined;
}

/**
 * The registry that came with the page, else /registry.json. An entry that cannot be understood is reported and left out;
 * when the registry cannot be had at all the shell goes on with an empty one, and everything else works.
 */
export async function readRegistry(report: (error: unknown) => void): Promise<PageRegistry> {
  const inline = document.getElementById(INLINE_REGISTRY_ID)?.textContent;
  try {
    if (!inline) return { registry: parseRegistry(await fetchRegistry(''), refusal(report)), manifests: {} };
    return parsePage(JSON.parse(inline), report);
  } catch (error) {
    report(error);
    return { registry: EMPTY_REGISTRY, manifests: {} };
  }
}

/**
 * The registry for a page of another product, with what its panels begin with, in one request.
 *
 * @param inboxUrl origin of the inbox, without a trailing slash
 * @throws when it cannot be had
 */
export async function fetchPageRegistry(inboxUrl: string, report: (error: unknown) => void): Promise<PageRegistry> {
  return parsePage(await fetchRegistry(`${inboxUrl}/embed`), report);
}

function parsePage(served: unknown, report: (error: unknown) => void): PageRegistry {
  const { registry, ...rest } = z.parse(InlineRegistry, served);
  return { registry: parseRegistry(registry, refusal(report)), ...rest };
}

const refusal = (report: (error: unknown) => void) => (name: string, error: Error) =>
  report(new Error(`Panel ${name} is refused`, { cause: error }));

/** Milliseconds that the registry may take: who waits for it looks at a skeleton. */
const REGISTRY_WITHIN_MS = 5_000;

/** Rejects when it cannot be fetched. */
async function fetchRegistry(folder: string): Promise<unknown> {
  const response = await fetch(`${folder}/registry.json`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(REGISTRY_WITHIN_MS),
  });
  if (!response.ok) throw new Error(`/registry.json answered ${response.status}`);
  return response.json();
}

/** The registry as this page knows it. */
export interface KnownRegistry {
  current(): Registry;
  /** Asks the server for the newest. What was known stays when that fails; never rejects. */
  refresh(): Promise<Registry>;
}

/**
 * @param known as it came with the page; empty when none did
 * @param inboxUrl origin of the inbox, without a trailing slash; '' is the page's own
 */
export function createKnownRegistry(known: Registry, report: (error: unknown) => void, inboxUrl = ''): KnownRegistry {
  let current = known;
  let asking: Promise<Registry> | null = null;
  const ask = async () => {
    try {
      const served = parseRegistry(await fetchRegistry(inboxUrl), refusal(report));
      // An older revision is what a cache or a restored backup answers.
      if (served.revision > current.revision) current = served;
    } catch (error) {
      report(error);
    } finally {
      asking = null;
    }
    return current;
  };
  return { current: () => current, refresh: () => (asking ??= ask()) };
}
