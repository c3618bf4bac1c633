import { defineHostBuild } from '@inbox/federation/preset';

export default defineHostBuild({ dir: import.meta.dirname });
