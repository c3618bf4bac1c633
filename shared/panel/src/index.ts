export { useExtensions, usePanelActions, type Extension, type PanelActions } from './hooks/actions';
export * from './contract/contract';
export { definePanel, type PanelDefinition } from './runtime/define-panel';
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
} from './hooks/hooks';
export { isPlainClick, useTicketLink, type TicketLinkProps } from './hooks/ticket-link';
export { faultId } from '@inbox/events';
export type { Report, ShowToast } from './runtime/runtime';
export type { PanelStorage } from './storage/storage';
export { useUnsent, type Unsent } from './hooks/unsent';
export { useLoadCode, type LoadCode } from './hooks/load-code';
export { toastAction } from './hooks/toast-action';
export { COPIED_MS, useCopy } from './hooks/use-copy';
