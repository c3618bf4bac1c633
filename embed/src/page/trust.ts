/** As much of Trusted Types as is used here. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

export interface Trust {
  /** Scripts may come from this origin as well. */
  allow(origin: string): void;
  /**
   * The address as `script.src` takes it in a page with Trusted Types.
   * @throws TypeError for an address that is not the inbox's, or when the page's policy does not list `inbox`
   */
  script(url: string): string;
}

/** One policy, by the name `inbox`, for all scripts that the inbox brings into the page. It is made with the first of them. */
export function createTrust(): Trust {
  const origins = new Set<string>();
  const check = (url: string): string => {
    if (origins.has(new URL(url, document.baseURI).origin)) return url;
    throw new TypeError(`${url} is no script of the inbox`);
  };
  let policy: { createScriptURL(url: string): string } | undefined;
  return {
    allow: (origin) => void origins.add(origin),
    script(url) {
      const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
      policy ??= factory?.createPolicy('inbox', { createScriptURL: check }) ?? { createScriptURL: check };
      return policy.createScriptURL(url);
    },
  };
}
