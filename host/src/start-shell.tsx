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
import { hasPublicKeys } from './encryption/public-key-names';
import { leaveFor } from './sign-out/leave';
import { createShell } from './shell';
import { startPage } from './start/start-page';

export interface StartOptions {
  /** Fills the page; the shell is the page. */
  element: HTMLElement;
  /** Reads which panels there are, from the registry or bundled with the shell; never rejects. */
  loadCatalog(note: HealthLog['note']): Promise<Catalog>;
  config: ShellConfig;
  /** Drawn above the page. */
  notice?: ReactNode;
}

/** Milliseconds that the way to the login page may take for it. */
const ENCRYPT_MS = 3_000;

/** Encrypts what a page that ended too soon has left of agents who are signed out. */
function encryptAll(): Promise<unknown> {
  const limit = new Promise((resolve) => setTimeout(resolve, ENCRYPT_MS));
  const work = import(/* webpackChunkName: "later" */ './encryption/encrypted-storage').then((code) =>
    code.encryptStored(),
  );
  return Promise.race([work.catch(() => undefined), limit]);
}

/**
 * Starts the inbox in this page: the hand-over after login, the inbox of the agent who is signed in, or the way to the
 * login page. Returns how to take it away again.
 */
export function startShell({ element, loadCatalog, config, notice }: StartOptions): () => void {
  const page = startPage(location);
  if (page.kind === 'login') {
    const leave = () => leaveFor(loginAddress(config.mainSite, page.next));
    // On its way an earlier sign-out is told and finished: the login page cannot do it.
    const unfinished = [
      hasPendingLogouts() && createPendingLogouts(logoutCall(config.apiBaseUrl)).retry(),
      hasPublicKeys() && encryptAll(),
    ].filter((work) => work !== false);
    if (unfinished.length > 0) void Promise.all(unfinished).then(leave);
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
