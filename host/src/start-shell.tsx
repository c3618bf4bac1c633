import '@inbox/shell/zod-without-eval';
import type { Catalog, HealthLog } from '@inbox/shell/panels';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { styleOptions } from '@inbox/ui';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createPendingLogouts, hasPendingLogouts, logoutCall } from './agent/pending-logouts';
import { App } from './app';
import { loginAddress } from './config/main-site';
import type { ShellConfig } from './config/page-config';
import { leaveFor } from './lib/leave';
import { createShell } from './shell';
import { startPage } from './start-page';

export interface StartOptions {
  /** Fills the page; the shell is the page. */
  element: HTMLElement;
  /** Reads which panels there are, from the registry or bundled with the shell; never rejects. */
  loadCatalog(note: HealthLog['note']): Promise<Catalog>;
  config: ShellConfig;
  /** Drawn above the page. */
  notice?: ReactNode;
}

/**
 * Starts the inbox in this page: the hand-over after login, the inbox of the agent who is signed in, or the way to the
 * login page. Returns how to take it away again.
 */
export function startShell({ element, loadCatalog, config, notice }: StartOptions): () => void {
  const page = startPage(location);
  if (page.kind === 'login') {
    const leave = () => leaveFor(loginAddress(config.mainSite, page.next));
    // On its way an earlier sign-out is told: the login page cannot do it.
    if (hasPendingLogouts()) void createPendingLogouts(logoutCall(config.apiBaseUrl)).retry().then(leave);
    else leave();
    return () => {};
  }
  if (page.replacePath !== null) history.replaceState(null, '', page.replacePath);

  const shell = createShell({ auth: page.auth, config, loadCatalog });
  const styles = createCache({
    key: 'inbox',
    ...styleOptions,
    ...(config.nonce !== undefined && { nonce: config.nonce }),
  });
  const root = createRoot(element);
  element.dataset['shell'] = '';
  shell.start();
  root.render(
    <CacheProvider value={styles}>
      <App shell={shell} notice={notice} />
    </CacheProvider>,
  );
  return () => {
    root.unmount();
    shell.stop();
  };
}
