import { OverrideBadge } from './override-badge';
import { readOverrides } from './overrides';
import { describeOwnBuilds, findOwnBuilds, type OwnBuilds } from './own-builds';

interface PageOptions {
  /** May a developer's build come into this page? */
  allowed: boolean;
  apiBaseUrl: string;
  /** Under which what was asked for is kept for the tab. */
  storedAs: string;
}

/**
 * What of a page is different while it shows one's own builds. It is loaded in such a page alone.
 *
 * @param asked what the tab was asked to show
 */
export function createOwnBuilds(asked: string, { allowed, apiBaseUrl, storedAs }: PageOptions) {
  const overrides = readOverrides(asked, { allowed, keep: (text) => sessionStorage.setItem(storedAs, text) });
  let found = (_builds: OwnBuilds) => {};
  const builds = new Promise<OwnBuilds>((resolve) => (found = resolve));
  /** Back to the published panels. */
  const reset = () => {
    sessionStorage.removeItem(storedAs);
    location.assign(location.pathname);
  };
  return {
    /** @param token of whoever is signed in */
    async find(token: string): Promise<OwnBuilds> {
      const result = await findOwnBuilds(overrides, { apiBaseUrl, token });
      found(result);
      return result;
    },
    describe: describeOwnBuilds,
    Badge: () => <OverrideBadge builds={builds} onReset={reset} />,
  };
}
