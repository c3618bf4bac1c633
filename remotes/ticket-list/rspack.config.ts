import { definePanelBuild } from '@inbox/federation/preset';

export default definePanelBuild({ name: 'ticket-list', dir: import.meta.dirname });
