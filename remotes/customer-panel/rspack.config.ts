import { definePanelBuild } from '@inbox/federation/preset';

export default definePanelBuild({ name: 'customer-panel', dir: import.meta.dirname });
