import { defineEmbedBuild } from '@inbox/federation/preset';

export default defineEmbedBuild({ dir: import.meta.dirname });
