import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { Toast } from '@inbox/events';
import { createInboxTheme, LOWEST_WINDOW, styled, styleOptions, ThemeRoot } from '@inbox/ui';
import type { ThemeMode } from '@inbox/panel/contract';
import { closeSnackbar, enqueueSnackbar, SnackbarProvider, type SnackbarKey } from 'notistack';
import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type Store, useStore } from '@inbox/panel/store';
import { TOAST_MS, toastActions, ToastCard } from '@inbox/shell/toasts';
import { LOW_PX, WIDE_PX } from '../slots/breakpoint';
import { toastKey, type ToastLayer } from './toasts';
import { wantsNoMotion, WithoutMotion } from './without-motion';

/** Pixels: below this width the details have no column, and a toast in the corner would lie on a conversation's head. */
const NO_DETAILS_PX = WIDE_PX - 1;
/** More than this at a time only hides the page; the oldest goes. A low window has room for one above the reply box. */
const mostToasts = () => (window.innerHeight < (window.innerWidth <= NO_DETAILS_PX ? 720 : 560) ? 1 : 3);

/**
 * Below the top bar: for six seconds an agent would otherwise have neither Refresh nor the own status. Where the details
 * have no column it is below a conversation's head too: its name, its actions and what is behind More stay free.
 */
const BelowTopBar = styled.div`
  & > .notistack-SnackbarContainer {
    inset-block-start: 56px;
  }
  @media (max-width: ${NO_DETAILS_PX}px) {
    & > .notistack-SnackbarContainer {
      inset-block-start: 156px;
    }
  }
  @media (max-width: ${NO_DETAILS_PX}px) and (max-height: ${LOW_PX}px) {
    & > .notistack-SnackbarContainer {
      inset-block-start: 100px;
    }
  }
  ${LOWEST_WINDOW} {
    && > .notistack-SnackbarContainer {
      inset-block-start: 78px;
    }
  }
`;

function ToastRoot({ mode }: { mode: Store<ThemeMode> }) {
  const current = useStore(mode);
  const theme = useMemo(() => createInboxTheme(current), [current]);
  return (
    <ThemeRoot theme={theme}>
      <BelowTopBar>
        <SnackbarProvider
          maxSnack={mostToasts()}
          // The cards count their time themselves.
          autoHideDuration={null}
          anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
          transitionDuration={{ enter: 160, exit: 120 }}
        />
      </BelowTopBar>
    </ThemeRoot>
  );
}

/** Draws toasts in a root of their own, so that they stand whatever becomes of the page below. */
export function createToastLayer(
  mode: Store<ThemeMode>,
  nonce: string | undefined,
  onAction: (id: string) => void,
): ToastLayer {
  const element = document.createElement('div');
  document.body.append(element);
  const styles = createCache({ key: 'inbox-toast', ...styleOptions, ...(nonce !== undefined && { nonce }) });
  const root = createRoot(element);
  // notistack takes toasts only once its provider stands.
  flushSync(() =>
    root.render(
      <CacheProvider value={styles}>
        <ToastRoot mode={mode} />
      </CacheProvider>,
    ),
  );
  /** By their words: a later one takes the place of the one that says the same, and stays for its whole time. */
  const shown = new Map<string, SnackbarKey>();
  return {
    show(toast: Toast) {
      const { kind, text, duration = TOAST_MS } = toast;
      const actions = toastActions(toast, onAction);
      const words = toastKey(toast);
      const before = shown.get(words);
      if (before !== undefined) closeSnackbar(before);
      const key = enqueueSnackbar({
        onExited: (_, gone) => {
          if (shown.get(words) === gone) shown.delete(words);
        },
        ...(wantsNoMotion() && { TransitionComponent: WithoutMotion }),
        content: (id) => (
          <ToastCard kind={kind} text={text} stayMs={duration} actions={actions} onClose={() => closeSnackbar(id)} />
        ),
      });
      shown.set(words, key);
    },
    dismissAll: () => closeSnackbar(),
  };
}
