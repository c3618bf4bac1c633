export { containerName, type PanelEntry } from '@inbox/federation/registry';
