export * from './registry';
export { changeRegistry, followRegistry, publishedReleases, readRegistry, versionDir } from './store';
export { publishBuiltPanels, publishPanel, storeRelease } from './publish';
export { findHostFile, recordHost } from './host-release';
export { removeOldReleases } from './old-releases';
export { renderHostHtml } from './html';
