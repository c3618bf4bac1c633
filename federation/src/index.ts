export * from './registry';
export { changeRegistry, followRegistry, publishedReleases, readRegistry, versionDir } from './store';
export { publishBuiltPanels, publishPanel, storeRelease } from './publish';
export { renderHostHtml } from './html';
