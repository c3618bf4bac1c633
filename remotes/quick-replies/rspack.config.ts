import { definePanelBuild } from '@inbox/federation/preset';

export default definePanelBuild({ name: 'quick-replies', dir: import.meta.dirname });
