export * from './builders';
export { CALL_ERRORS, CALL_FAULTS, meetCallFault, refusalOr, saidOfFaults, type CallFault } from './call-faults';
export { runDevPage, type DevPageOptions } from './dev-page';
export type { Answers, CallLogEntry } from './fake-backend';
export { createFakePorts, type FakePorts, type FakePortsOptions } from './fake-ports';
export { foundHostile } from './found-hostile';
export { mountPanel, unmountAll, type MountedPanel, type MountPanelOptions } from './mount-panel';
export { TestLocks } from './test-locks';
