import { INBOX_PERMISSION } from '@inbox/domain';
import { createInboxTheme, css, Global, ThemeRoot } from '@inbox/ui';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useStore } from '@inbox/panel/store';
import { type PanelEnvironment, PanelProvider } from '@inbox/shell/panels';
import { NotSubscribed } from './layout/cover';
import { SignedOut } from './layout/signed-out';
import { Page } from './page';
import { InboxRouter, type Navigator } from './routing/router';
import type { Shell } from './shell';
import { SlotsProvider } from './slots/context';

/** Fixed until texts exist in another language; dates and numbers follow it. */
const LOCALE = 'en-IN';

const pageStyles = css`
  html,
  body,
  [data-shell] {
    block-size: 100%;
    margin: 0;
  }
`;

/** The whole page of a signed-in agent. */
export function App({ shell, notice }: { shell: Shell; notice?: ReactNode }) {
  const { session, signedOut, theme, panels, onPanelComplete, ports, config, go, filters } = shell;
  const mode = useStore(theme.mode);
  const { user_permissions } = useStore(session.user);
  const left = useStore(signedOut);
  const inboxTheme = useMemo(() => createInboxTheme(mode), [mode]);
  const environment = useMemo<PanelEnvironment>(
    () => ({
      panels,
      onPanelComplete,
      ports,
      theme: { mode },
      locale: LOCALE,
      ...(config.nonce !== undefined && { nonce: config.nonce }),
    }),
    [panels, onPanelComplete, ports, mode, config.nonce],
  );
  const onRouter = useCallback((navigator: Navigator) => go.set(navigator.go), [go]);

  return (
    <SlotsProvider value={shell.slots}>
      <PanelProvider value={environment}>
        <Global styles={pageStyles} />
        <ThemeRoot theme={inboxTheme}>
          {left !== null ? (
            <SignedOut state={left} onLogin={shell.goToLogin} />
          ) : user_permissions.includes(INBOX_PERMISSION) ? (
            <InboxRouter
              page={(ticket) => <Page shell={shell} ticket={ticket} />}
              onReady={onRouter}
              onFilters={filters.set}
            />
          ) : (
            <NotSubscribed onSignOut={shell.leave} />
          )}
          {notice}
        </ThemeRoot>
      </PanelProvider>
    </SlotsProvider>
  );
}
