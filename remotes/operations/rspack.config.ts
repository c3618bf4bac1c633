import { definePanelBuild } from '@inbox/federation/preset';

export default definePanelBuild({ name: 'operations', dir: import.meta.dirname });
