import type { Page } from '@playwright/test';

interface FederationHost {
  name: string;
  loadRemote(id: string): Promise<{
    default: { mount(element: Element, options: object): { ready: Promise<void> } };
  }>;
}

/**
 * Leaves of a page nothing but one panel, mounted through its door as any page may: no shell around it, no bus, no other
 * panel; calls go to the inbox with this token.
 * @param remote its name in the federation, as `inbox_customer_panel`
 */
export async function mountAlone(page: Page, remote: string, token: string, props: object = {}): Promise<void> {
  await page.evaluate(
    async ([name, jwt, given]) => {
      const { __FEDERATION__: federation } = globalThis as unknown as {
        __FEDERATION__: { __INSTANCES__: FederationHost[] };
      };
      const host = federation.__INSTANCES__.find((one) => one.name === 'inbox_host');
      if (!host) throw new Error('The page has no federation.');
      const nonce = document.querySelector<HTMLElement>('script[nonce], style[nonce]')?.nonce;
      const loaded = await host.loadRemote(`${name}/panel`);
      const place = document.createElement('main');
      place.style.cssText = 'display: flex; flex-direction: column; block-size: 100vh';
      document.body.replaceChildren(place);
      const ports = {
        auth: { getToken: async () => `jwt ${jwt}`, onSignedOut: () => () => undefined },
        api: { baseUrl: '' },
        navigate: () => undefined,
        report: () => undefined,
      };
      const { ready } = loaded.default.mount(place, {
        props: given,
        instanceId: 'alone',
        ports,
        theme: { mode: 'light' },
        locale: 'en-IN',
        nonce,
      });
      await ready;
    },
    [remote, token, props] as const,
  );
}
