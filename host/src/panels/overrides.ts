import * as z from 'zod/mini';

const STORAGE_KEY = 'inbox.panel-overrides';
const PARAMETER = 'panel';

const Overrides = z.record(z.string(), z.string());
export type PanelOverrides = z.infer<typeof Overrides>;

interface OverrideOptions {
  /** Outside production, or for agents who may. */
  allowed: boolean;
  /** Origins that may serve a developer's build, besides this machine. */
  allowedOrigins?: readonly string[];
  location: Pick<Location, 'search'>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

const isThisMachine = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/**
 * A developer's own builds: `?panel=conversation@http://localhost:3003`, several if wanted, kept for the tab. A link
 * from a stranger must not bring a stranger's code, so only this machine and listed origins count.
 */
export function readOverrides({ allowed, allowedOrigins = [], location, storage }: OverrideOptions): PanelOverrides {
  if (!allowed) return {};
  const fromAddress = new URLSearchParams(location.search).getAll(PARAMETER).flatMap((text) => {
    const [, name, address] = /^([a-z-]+)@(https?:\/\/.+)$/.exec(text) ?? [];
    const url = address && URL.canParse(address) ? new URL(address) : null;
    if (!name || !url || !(isThisMachine(url) || allowedOrigins.includes(url.origin))) return [];
    return [[name, url.origin] as const];
  });
  const overrides = { ...stored(storage), ...Object.fromEntries(fromAddress) };
  if (fromAddress.length > 0) storage.setItem(STORAGE_KEY, JSON.stringify(overrides));
  return overrides;
}

/** Back to the published panels, from the next page on. */
export function forgetOverrides(storage: OverrideOptions['storage']): void {
  storage.removeItem(STORAGE_KEY);
}

function stored(storage: OverrideOptions['storage']): PanelOverrides {
  try {
    return z.parse(Overrides, JSON.parse(storage.getItem(STORAGE_KEY) ?? '{}'));
  } catch {
    // Whatever was left there is not ours to understand; the published panels are always a right answer.
    return {};
  }
}
