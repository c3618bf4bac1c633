import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createApi } from '@inbox/api';
import { newerText } from '@inbox/domain';
import { connectBus, createBus } from '@inbox/events';
import { createInboxTheme, styleOptions, ThemeRoot } from '@inbox/ui';
import { Suspense, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { PANEL_CONTRACT, type MountHandle, type MountOptions, type PanelModule } from '../contract/contract';
import { ErrorBoundary } from './error-boundary';
import { createRuntime, RuntimeContext, type Report } from './runtime';

export interface PanelDefinition<P extends object> {
  /** The name in the registry. */
  name: string;
  version: string;
  /** Topics and commands as `name@version`: what the panel listens to and handles … */
  consumes: readonly string[];
  /** … and what it sets, emits and sends. */
  produces: readonly string[];
  View: ComponentType<P>;
  /** Stands in while lazily loaded parts of the view are on their way. */
  Loading?: ComponentType;
}

/** Makes the module that a remote exposes: the one function by which its view is mounted, anywhere. */
export function definePanel<P extends object = Record<string, never>>(definition: PanelDefinition<P>): PanelModule<P> {
  const { name, version, consumes, produces } = definition;
  return {
    contract: PANEL_CONTRACT,
    name,
    version,
    consumes,
    produces,
    mount: (element, options) => mountView(definition, element, options),
  };
}

function mountView<P extends object>(
  { name, version, consumes, produces, View, Loading }: PanelDefinition<P>,
  element: Element,
  { props, title, instanceId, ports, theme, locale, styleRoot, createStyles, nonce }: MountOptions<P>,
): MountHandle<P> {
  const report: Report = (entry) => ports.report({ panel: name, version, ...entry });
  const bus = connectBus(
    ports.bus ??
      createBus(({ topic, who, error }) =>
        report({ level: 'error', message: `${who} failed on ${topic}`, detail: detailOf(error) }),
      ).join(name, { consumes, produces }),
  );
  const ended = new AbortController();
  let markReady = () => {};
  let failReady = (_reason: unknown) => {};
  const ready = new Promise<void>((resolve, reject) => {
    markReady = resolve;
    failReady = reject;
  });
  // Whoever mounted the panel may not wait for it.
  ready.catch(() => undefined);

  const runtime = createRuntime({
    name,
    instanceId,
    bus,
    locale,
    report,
    markReady,
    navigate: (intent) => ports.navigate(intent),
    addressOf: (intent) => ports.addressOf?.(intent),
    storageArea: ports.storageArea ?? 'inbox',
    stored: ports.stored,
    trustedFrame: (markup) => ports.trustedFrame?.(markup) ?? markup,
    onSignedOut: (listener) => ports.auth.onSignedOut(listener),
    api: createApi({
      baseUrl: ports.api.baseUrl,
      transport: ports.api.transport,
      getToken: (how) => ports.auth.getToken(how),
      onNewer: (newer, path) =>
        report({ level: 'warning', message: `${path} answers more than this version knows`, detail: newerText(newer) }),
      signal: ended.signal,
    }),
  });
  const key = styleKey(instanceId);
  const styles =
    createStyles?.(key) ??
    createCache({
      key,
      ...styleOptions,
      container: styleRoot ?? document.head,
      ...(nonce !== undefined && { nonce }),
    });

  // React never takes its listeners off a root's container: the container is ours, and goes with the panel.
  const container = document.createElement('div');
  container.style.display = 'contents';
  element.append(container);
  const onError = (error: unknown, componentStack: string | undefined) => {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    report({ level: 'error', message, detail: componentStack ?? detailOf(error) });
    failReady(error);
  };
  const root = createRoot(container, {
    // The boundary has reported it.
    onCaughtError: () => undefined,
    onUncaughtError: (error, { componentStack }) => onError(error, componentStack),
  });

  let current = { props, theme: createInboxTheme(theme.mode, theme.tokens) };
  const render = () =>
    root.render(
      <CacheProvider value={styles}>
        <ThemeRoot theme={current.theme} data-panel={name} data-version={version}>
          <RuntimeContext value={runtime}>
            <ErrorBoundary title={title ?? name} onError={onError}>
              <Suspense fallback={Loading ? <Loading /> : null}>
                <View {...current.props} />
              </Suspense>
            </ErrorBoundary>
          </RuntimeContext>
        </ThemeRoot>
      </CacheProvider>,
    );
  render();

  let unmounted: Promise<void> | undefined;
  return {
    ready,
    update({ theme: nextTheme, ...change }) {
      if (unmounted) return;
      current = {
        props: { ...current.props, ...change },
        theme: nextTheme ? createInboxTheme(nextTheme.mode, nextTheme.tokens) : current.theme,
      };
      render();
    },
    unmount() {
      // In a microtask: the caller may be in the middle of a render of its own, where React refuses to unmount.
      unmounted ??= Promise.resolve().then(() => {
        root.unmount();
        bus.dispose();
        ended.abort(new DOMException(`${name} was unmounted`, 'AbortError'));
        styles.sheet.flush();
        container.remove();
        failReady(new DOMException(`${name} was unmounted before it was ready`, 'AbortError'));
      });
      return unmounted;
    },
  };
}

const detailOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Emotion allows lower-case letters and hyphens in a key: any other sign becomes letters that stand for its code. */
const styleKey = (instanceId: string) =>
  `inbox-${instanceId.replace(/[^a-z]/g, (sign) => `-${lettersFor(sign.charCodeAt(0))}`)}`;

const lettersFor = (code: number) => String(code).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
