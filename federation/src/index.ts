export * from './registry';
export { changeRegistry, followRegistry, publishedReleases, readRegistry, versionDir } from './store';
export { publishBuiltPanels, publishPanel, storeRelease } from './publish';
export { recordHost } from './host-release';
export { renderHostHtml } from './html';
