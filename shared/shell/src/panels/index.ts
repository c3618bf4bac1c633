export { catalogStore, describedPanels, inOrder, withOwn, type Catalog, type CatalogPanel } from './catalog';
export { PanelProvider, type PanelEnvironment } from './context';
export { describeFailure, PanelLoadError, type PanelFailure } from './failure';
export { createHealthLog, type HealthLog } from './health-log';
export { createPanelLoader, type FederationRuntime } from './loader';
export { logFault, logNewer } from './log';
export { createPagePorts, type PagePorts } from './page-ports';
export { PanelSlot } from './panel-slot';
export {
  createPanelStore,
  LOADED_WITHIN_MS,
  type KnownPanel,
  type LoadedPanel,
  type LoadPanel,
  type OtherBuilds,
  type PanelStore,
} from './panel-store';
export { ErrorPlace } from './parts';
export { createKnownRegistry, fetchPageRegistry, readRegistry, type KnownRegistry } from './registry';
export { followRevisions } from './revisions';
