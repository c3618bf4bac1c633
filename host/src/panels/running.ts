import type { BusClient, Connection } from '@inbox/events';
import type { ReadableStore } from '@inbox/panel/store';
import type { Catalog, PanelStore } from '@inbox/shell/panels';

/** Milliseconds after which the server is told, so that a start, which loads one panel after the other, is one message. */
export const TELL_AFTER_MS = 10_000;

interface RunningDeps {
  /** Version of the shell that this page runs; undefined of one that was not built as a release. */
  hostVersion: string | undefined;
  catalog: Promise<Pick<Catalog, 'panels'>>;
  panels: Pick<PanelStore, 'known' | 'subscribe'>;
  connection: ReadableStore<Connection>;
  bus: Pick<BusClient, 'send'>;
}

/**
 * Tells the server which releases this page runs, over each connection and whenever they change: their files stay while the
 * page is open.
 * @returns stops it
 */
export function reportRunningReleases({ hostVersion, catalog, panels, connection, bus }: RunningDeps): () => void {
  let names: readonly string[] = [];
  /** What the server knows over this connection. */
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLive = () => connection.get().state === 'live';

  function running(): string[] {
    const loaded = names.flatMap((name) => {
      const state = panels.known(name)?.state;
      return state?.status === 'ready' ? [`${name}@${state.module.version}`] : [];
    });
    return hostVersion === undefined ? loaded : [`host@${hostVersion}`, ...loaded];
  }

  function tell(): void {
    timer = undefined;
    const releases = running();
    if (!isLive() || String(releases) === told) return;
    told = String(releases);
    // Where it does not arrive, the connection is lost or the server is an older one: the next connection says it again.
    bus.send('socket.send', { type: 'page.releases', data: { releases } }).catch(() => undefined);
  }

  function look(): void {
    if (isLive()) timer ??= setTimeout(tell, TELL_AFTER_MS);
    else told = '';
  }

  void catalog.then((found) => {
    names = found.panels.map(({ name }) => name);
    look();
  });
  const ends = [connection.subscribe(look), panels.subscribe(look), () => clearTimeout(timer)];
  return () => {
    for (const end of ends) end();
  };
}
