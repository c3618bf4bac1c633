import { INBOX_PERMISSION } from '@inbox/domain';
import { createInboxTheme, css, Global, ThemeRoot } from '@inbox/ui';
import { useCallback, useMemo, type ReactNode } from 'react';
import { Banners } from './banners/banners';
import { InboxPage } from './layout/inbox-page';
import { NotSubscribed } from './layout/not-subscribed';
import { PanelProvider, type PanelEnvironment } from './panels/context';
import { InboxRouter, type Navigator } from './routing/router';
import type { Shell } from './shell';
import { ShellProvider } from './shell-context';
import { useStore } from './use-store';

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
  const { session, theme, panels, onPanelSettled, ports, config, go, asked } = shell;
  const mode = useStore(theme.mode);
  const { user_permissions } = useStore(session.user);
  const inboxTheme = useMemo(() => createInboxTheme(mode), [mode]);
  const environment = useMemo<PanelEnvironment>(
    () => ({
      panels,
      onPanelSettled,
      ports,
      theme: { mode },
      locale: LOCALE,
      ...(config.nonce !== undefined && { nonce: config.nonce }),
    }),
    [panels, onPanelSettled, ports, mode, config.nonce],
  );
  const onRouter = useCallback((navigator: Navigator) => go.set(navigator.go), [go]);

  return (
    <ShellProvider value={shell}>
      <PanelProvider value={environment}>
        <Global styles={pageStyles} />
        <ThemeRoot theme={inboxTheme}>
          {user_permissions.includes(INBOX_PERMISSION) ? (
            <InboxRouter
              page={(ticket) => (
                <Banners>
                  <InboxPage ticket={ticket} />
                </Banners>
              )}
              onReady={onRouter}
              onFilters={asked.set}
            />
          ) : (
            <NotSubscribed />
          )}
          {notice}
        </ThemeRoot>
      </PanelProvider>
    </ShellProvider>
  );
}
