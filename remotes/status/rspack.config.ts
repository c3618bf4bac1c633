import { definePanelBuild } from '@inbox/federation/preset';

export default definePanelBuild({ name: 'status', dir: import.meta.dirname });
