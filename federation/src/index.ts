export * from './registry/registry';
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
} from './registry/store';
export { operate, type Operation } from './publish/operate';
export { publishBuiltPanels, storeRelease } from './publish/publish';
export { EMBED_SCRIPT, readEmbedReleases, recordEmbed, type EmbedRelease } from './publish/embed-release';
export { findHostFile, recordHost } from './publish/host-release';
export { releasesWithoutFiles } from './publish/missing-files';
export { noteRunning, removeOldReleases } from './publish/old-releases';
export { renderHostHtml } from './page/html';
export { firstReleases, pageRegistry } from './page/page-registry';
export { checkFit } from './gate/fit';
export { inboxTarget } from './target/inbox-target';
export { currentOperator } from './target/person';
export {
  changePanel,
  historyText,
  listText,
  PanelChange,
  publishDist,
  releaseForPreview,
} from './publish/release-panel';
export {
  BuildAnnouncement,
  MAX_BUILD_FILE_BYTES,
  MAX_BUILD_FILES,
  receiveBuild,
  removeAbandoned,
  type IncomingBuildFile,
} from './publish/upload';
