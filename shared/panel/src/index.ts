export * from './contract';
export { definePanel, type PanelDefinition } from './define-panel';
export {
  useEvent,
  useLineBack,
  useLiveEvents,
  usePanel,
  usePanelReady,
  usePanelStorage,
  useSignedOut,
  useTopic,
  type PanelHandle,
} from './hooks';
export type { Report } from './runtime';
export type { PanelStorage } from './storage';
