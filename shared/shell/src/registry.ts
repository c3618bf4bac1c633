export { containerName, EMPTY_REGISTRY, type PanelEntry } from '@inbox/federation/registry';
