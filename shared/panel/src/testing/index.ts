export * from './builders';
export { runDevPage, type DevPageOptions } from './dev-page';
export type { Answers, CallLogEntry } from './fake-backend';
export { createFakePorts, type FakePorts, type FakePortsOptions } from './fake-ports';
export { mountPanel, unmountAll, type MountedPanel, type MountPanelOptions } from './mount-panel';
export { TestLocks } from './test-locks';
