import { definePanelBuild } from '@inbox/federation/preset';

export default definePanelBuild({ name: 'conversation', dir: import.meta.dirname });
