import { followRegistry } from '@inbox/federation';
import { listenForAccessChanges } from '../../live/access-changes';
import { openLiveServer } from '../../live/live-server';
import { startNodePages } from '../../live/node-pages';
import { startReleaseSweep } from '../old-releases';
import type { Node } from './node';

/** The sockets of open pages, and what they are told. */
export function openLive(node: Node): void {
  const { settings, app, store, direct, log, report, closeLater, parts } = node;
  const live = openLiveServer(app.server, node);
  parts.live = live;
  closeLater(live.close);
  closeLater(followRegistry(settings.dataDir, live.panelsChanged));
  closeLater(startReleaseSweep({ settings, running: live.releasesInUse, log, report }));
  const access = listenForAccessChanges({
    pool: direct.pool,
    onChange: live.accessChanged,
    onMissed: live.accessMissed,
    log,
  });
  closeLater(access.stop);
  if (node.broker === null) return;
  const nodePages = startNodePages({ db: store.db, hub: node.hub }, report);
  parts.nodePages = nodePages;
  closeLater(nodePages.stop);
}
