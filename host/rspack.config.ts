import { defineHostBuild } from '@inbox/federation/preset';
import { commandTopics, eventTopics, stateTopics } from '@inbox/events';

const topics = Object.entries({ ...stateTopics, ...eventTopics, ...commandTopics }).map(
  ([name, { version }]) => `${name}@${version}`,
);

export default defineHostBuild({ dir: import.meta.dirname, topics });
