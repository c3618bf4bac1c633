export * from './registry';
export {
  changeRegistry,
  followRegistry,
  livedReleases,
  publishedReleases,
  readHistory,
  readRegistry,
  releaseRuns,
  versionDir,
  type Run,
} from './store';
export { operate, type Operation } from './operate';
export { publishBuiltPanels, publishPanel, storeRelease } from './publish';
export { renderHostHtml } from './html';
