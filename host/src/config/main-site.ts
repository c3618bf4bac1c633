/** The merchant's wider product: sign-in, insights, orders, settings. Chosen by hostname (spec section 2); test is the default. */
const MAIN_SITES = {
  test: 'https://test.main-site.example',
  stage: 'https://stage.main-site.example',
  production: 'https://www.main-site.example',
} as const;

type Stage = keyof typeof MAIN_SITES;

/** `inbox.shop.example` is production, `inbox-stage.…` and `stage.…` are stage, all else is test. */
export function stageOf(hostname: string): Stage {
  const labels = hostname.toLowerCase().split(/[.-]/);
  if (labels.includes('stage')) return 'stage';
  if (labels.includes('production') || labels.includes('prod')) return 'production';
  return 'test';
}

/** The main site's address without a trailing slash. */
export function mainSiteFor(hostname: string): string {
  return MAIN_SITES[stageOf(hostname)];
}

/** An address on the main site; `path` begins with a slash. */
export function onMainSite(mainSite: string, path: string): string {
  return mainSite + path;
}

/** Where an agent signs in. `next` is the page of the inbox that was wanted. */
export function loginAddress(mainSite: string, next?: string): string {
  return onMainSite(mainSite, next === undefined ? '/login' : `/login?next=${encodeURIComponent(next)}`);
}

/**
 * Where an address leads that a setting of the merchant's names: a path is one on the main site. Null for what is no page
 * of the web, such as a script.
 */
export function settingAddress(mainSite: string, address: string, pageOrigin: string): string | null {
  const base = siteOf(mainSite, pageOrigin);
  const path = /^\/(?![/\\])/.test(address) ? mainSite + address : address;
  if (!URL.canParse(path, base)) return null;
  const target = new URL(path, base);
  return /^https?:$/.test(target.protocol) ? target.href : null;
}

/**
 * Where the settings' `redirect_url` leads (spec section 2: to the main site at redirect_url). Null for an address that
 * is not on the main site: the answer of a call never sends the agent to a foreign one.
 */
export function redirectAddress(mainSite: string, redirectUrl: string, pageOrigin: string): string | null {
  const address = settingAddress(mainSite, redirectUrl, pageOrigin);
  const isOurs = address !== null && new URL(address).origin === siteOf(mainSite, pageOrigin).origin;
  return isOurs ? address : null;
}

const siteOf = (mainSite: string, pageOrigin: string): URL => new URL(`${mainSite}/`, pageOrigin);
