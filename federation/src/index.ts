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
export { publishBuiltPanels, storeRelease } from './publish';
export { EMBED_SCRIPT, readEmbedReleases, recordEmbed, type EmbedRelease } from './embed-release';
export { findHostFile, recordHost } from './host-release';
export { releasesWithoutFiles } from './missing-files';
export { noteRunning, removeOldReleases } from './old-releases';
export { renderHostHtml } from './html';
export { firstReleases, pageRegistry } from './page-registry';
export { checkFit } from './gate/fit';
export { inboxTarget } from './inbox-target';
export { personHere } from './person';
export { changePanel, historyText, listText, PanelChange, publishDist, releaseForPreview } from './release-panel';
export {
  BuildAnnouncement,
  MAX_BUILD_FILE_BYTES,
  MAX_BUILD_FILES,
  receiveBuild,
  removeAbandoned,
  type IncomingBuildFile,
} from './upload';
