import { CacheProvider } from '@emotion/react';
import { createStore, useStore, type ReadableStore } from '@inbox/panel/store';
import {
  createPagePorts,
  followRevisions,
  PanelProvider,
  PanelSlot,
  type CatalogPanel,
  type PanelEnvironment,
  type PanelFailure,
} from '@inbox/shell/panels';
import { createInboxTheme, EmptyState, ErrorState, SkeletonRows, ThemeRoot } from '@inbox/ui';
import { useMemo, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Blocked } from '../page/blocked';
import type { ShellDeps } from '../page/contract';
import type { InboxErrorCode, InboxOptions, InboxProps } from '../types';
import { followEvents } from './events';
import { messages } from './messages';
import { addressIn, createNavigate } from './navigate';
import type { Stay } from './people';
import type { Room } from './room';
import { adoptedStyles } from './styles';
import { ToastStack } from './toast-stack';
import { whyFailed } from './why';

interface DrawDeps extends ShellDeps {
  name: string;
  root: ShadowRoot;
  place: HTMLElement;
  options: InboxOptions;
  props: ReadableStore<InboxProps>;
  /** Null while it is awaited. */
  stay: ReadableStore<Stay | 'failed' | null>;
  blocked: Blocked;
  fail(code: InboxErrorCode, about: string): void;
  onRetry(): void;
}

export interface Drawn {
  /** Takes it away; resolves when the panel has ended as well. */
  end(): Promise<void>;
}

/** What the panel has of the page once the session is there. */
interface Joined {
  stay: Stay;
  room: Room;
  panel: CatalogPanel;
  environment: Omit<PanelEnvironment, 'theme'>;
  leave(): void;
}

const LOCALE = 'en-IN';

/** Draws a panel, or what stands in its place, into the shadow root. */
export function draw(deps: DrawDeps): Drawn {
  const { root, place, stay } = deps;
  const createStyles = adoptedStyles(root);
  const styles = createStyles('inbox-embed');
  const leaving: Promise<void>[] = [];
  const joined = createStore<Joined | null>(null);
  const onUnmount = (done: Promise<void>) => void leaving.push(done);
  const followStay = () => {
    joined.get()?.leave();
    const now = stay.get();
    joined.set(now === null || now === 'failed' ? null : join(now, deps, { createStyles, onUnmount }));
  };
  followStay();
  const stopFollowing = stay.subscribe(followStay);
  const react = createRoot(place);
  react.render(
    <CacheProvider value={styles}>
      <Embedded {...deps} joined={joined} />
    </CacheProvider>,
  );
  return {
    async end() {
      stopFollowing();
      react.unmount();
      await Promise.all(leaving);
      joined.get()?.leave();
      styles.sheet.flush();
    },
  };
}

function join(
  stay: Stay,
  { name, options, inboxUrl, trust, props, blocked, fail }: DrawDeps,
  parts: Pick<PanelEnvironment, 'createStyles' | 'onUnmount'>,
): Joined {
  const { person, page } = stay;
  const { store } = page;
  const room = person.join(name);
  const published = Object.keys(page.registry.current().panels);
  let isFailed = false;
  let hasLeft = false;
  const followPanel = () => {
    const known = store.known(name);
    const failure: PanelFailure | null = known?.state.status === 'failed' ? known.state.failure : null;
    if (failure && !isFailed) {
      stay.report();
      void whyFailed(failure, published, blocked).then(({ code, about }) => hasLeft || fail(code, about));
    }
    isFailed = failure !== null;
  };
  const isWanted = (ticketId: number) => [undefined, ticketId].includes(props.get().ticketId);
  const ends = [
    store.subscribe(followPanel),
    followRevisions({
      announced: person.announced,
      builds: Promise.resolve(page.builds),
      panels: store,
      // The page is the other product's to load anew.
      onOthers: () => undefined,
    }),
    person.session.onSignedOut(() => fail('signed-out', '')),
    ...(options.onEvent ? [followEvents(room.client, isWanted, options.onEvent)] : []),
  ];
  let isReady = false;
  const environment: Joined['environment'] = {
    ...parts,
    panels: store,
    onPanelComplete() {
      if (!isReady) options.onReady?.();
      isReady = true;
      stay.report();
    },
    ports: createPagePorts({
      auth: person.session,
      apiBaseUrl: inboxUrl,
      bus: room.bus,
      storageArea: `inbox.embed.${person.profile.get().id}`,
      trustedFrame: trust.frame,
      navigate: createNavigate(inboxUrl, options.onNavigate),
      addressOf: (intent) => addressIn(inboxUrl, intent),
      onRequest: person.onRequest,
      onReport({ level, panel, version, message }) {
        if (level !== 'error') return;
        page.health.note({ panel, version, kind: 'render_error' });
        stay.report();
        fail('panel-failed', message);
      },
    }),
    locale: options.locale ?? LOCALE,
  };
  const found = page.panels.find((panel) => panel.name === name);
  return {
    stay,
    room,
    environment,
    panel: found ?? {
      name,
      enabled: true,
      description: { title: name, slot: 'main', order: 0, failed: messages.failed(name) },
    },
    leave() {
      if (hasLeft) return;
      hasLeft = true;
      for (const end of ends) end();
      person.leave(room, name);
    },
  };
}

function Embedded({ props, joined, stay, onRetry }: DrawDeps & { joined: ReadableStore<Joined | null> }) {
  const { theme, ...panelProps } = useStore(props);
  const now = useStore(joined);
  const entered = useStore(stay);
  const mode = theme?.mode ?? 'light';
  const tokens = theme?.tokens;
  const inboxTheme = useMemo(() => createInboxTheme(mode, tokens), [mode, tokens]);
  return (
    <ThemeRoot theme={inboxTheme}>
      {now !== null ? (
        <SignedIn joined={now} panelProps={panelProps} theme={{ mode, ...(tokens && { tokens }) }} />
      ) : entered === 'failed' ? (
        <ErrorState text={messages.notStarted} onRetry={onRetry} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </ThemeRoot>
  );
}

interface SignedInProps {
  joined: Joined;
  panelProps: Omit<InboxProps, 'theme'>;
  theme: PanelEnvironment['theme'];
}

function SignedIn({ joined: { stay, room, panel, environment }, panelProps, theme }: SignedInProps): ReactNode {
  const isSignedOut = useStore(stay.person.isSignedOut);
  const { mode, tokens } = theme;
  const whole = useMemo(
    () => ({ ...environment, theme: { mode, ...(tokens && { tokens }) } }),
    [environment, mode, tokens],
  );
  const props = useMemo(() => ({ ...panelProps }), [panelProps]);
  if (isSignedOut) return <EmptyState {...messages.signedOut} />;
  return (
    <PanelProvider value={whole}>
      <PanelSlot panel={panel} props={props} />
      <ToastStack room={room} panel={panel.name} />
    </PanelProvider>
  );
}
