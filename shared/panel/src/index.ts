export { useExtensions, usePanelActions, type Extension, type PanelActions } from './actions';
export * from './contract';
export { definePanel, type PanelDefinition } from './define-panel';
export {
  useEvent,
  useComposed,
  useLineBack,
  useLiveEvents,
  usePanel,
  usePanelReady,
  usePanelStorage,
  useSignedOut,
  useTopic,
  type PanelHandle,
} from './hooks';
export { isPlainClick, useTicketLink, type TicketLinkProps } from './ticket-link';
export { faultId } from '@inbox/events';
export type { Report, ShowToast } from './runtime';
export type { PanelStorage } from './storage';
export { useUnsent, type Unsent } from './unsent';
export { useLoadCode, type LoadCode } from './load-code';
export { toastAction } from './toast-action';
export { COPIED_MS, useCopy } from './use-copy';
