import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { Toast } from '@inbox/events';
import { createInboxTheme, LOWEST_WINDOW, styled, styleOptions, ThemeRoot } from '@inbox/ui';
import type { ThemeMode } from '@inbox/panel/contract';
import { closeSnackbar, enqueueSnackbar, SnackbarProvider, type SnackbarKey, type TransitionProps } from 'notistack';
import { useMemo, useEffect, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type Store, useStore } from '@inbox/panel/store';
import { TOAST_MS, toastActions, ToastCard } from '@inbox/shell/toasts';
import { PLACE_VARIABLES } from './toast-place';
import type { ToastLayer } from './toasts';

/** No motion is wanted on this device, as its settings are now. */
const wantsNoMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * A toast that is there or gone. notistack's own place for one holds it for as long as its motion would take, half a second, and
 * it is in the way of clicks all the while.
 */
function WithoutMotion({
  in: isOpen = false,
  onEntered,
  onExited,
  children,
}: TransitionProps & { children: ReactElement }) {
  useEffect(() => {
    // notistack counts a toast as shown, and forgets it, when it is told so; it does not look at the element.
    if (isOpen) onEntered?.(document.body, true);
    else onExited?.(document.body);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- its callbacks are new ones at every drawing
  }, [isOpen]);
  return isOpen ? children : null;
}

/** More than this at a time only hides the page; the oldest goes. A low window has room for one above the reply box. */
const mostToasts = () => (window.innerHeight < 720 ? 1 : 3);

const { blockStart, blockEnd, inlineEnd } = PLACE_VARIABLES;

/**
 * Where the page says that toasts hide nothing that is pressed or read first; below the top bar until it has said so, and in
 * a page without columns.
 */
const Placed = styled.div`
  & > .notistack-SnackbarContainer {
    inset-block: var(${blockStart}, 56px) var(${blockEnd}, auto);
    inset-inline-end: calc(var(${inlineEnd}, 0px) + 16px);
  }
  ${LOWEST_WINDOW} {
    && > .notistack-SnackbarContainer {
      inset-block: 78px auto;
    }
  }
`;

function ToastRoot({ mode }: { mode: Store<ThemeMode> }) {
  const current = useStore(mode);
  const theme = useMemo(() => createInboxTheme(current), [current]);
  return (
    <ThemeRoot theme={theme}>
      <Placed>
        <SnackbarProvider
          maxSnack={mostToasts()}
          // The cards count their time themselves.
          autoHideDuration={null}
          anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
          transitionDuration={{ enter: 160, exit: 120 }}
        />
      </Placed>
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
  /** The toasts that the same words would only repeat: errors with nothing to press. */
  const bareErrors = new Map<string, SnackbarKey>();
  return {
    show(toast: Toast) {
      const { kind, text, duration = TOAST_MS } = toast;
      const actions = toastActions(toast, onAction);
      const isBareError = kind === 'error' && toast.action === undefined;
      // The new one says that it has failed again; five files that fail at once are one toast.
      if (isBareError && bareErrors.has(text)) closeSnackbar(bareErrors.get(text));
      const shown = enqueueSnackbar({
        onClose: () => bareErrors.get(text) === shown && bareErrors.delete(text),
        ...(wantsNoMotion() && { TransitionComponent: WithoutMotion }),
        content: (id) => (
          <ToastCard kind={kind} text={text} stayMs={duration} actions={actions} onClose={() => closeSnackbar(id)} />
        ),
      });
      if (isBareError) bareErrors.set(text, shown);
    },
    dismissAll: () => closeSnackbar(),
  };
}
