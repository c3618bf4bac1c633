import { definePanel } from '@inbox/panel';
import { withQueries } from '@inbox/panel/query';
import manifest from '../package.json';
import { Operations } from './operations';

const { panel: name, consumes, produces } = manifest.inbox;

/** The operators' page: what is released, how it fares, and what is done about it. */
export default definePanel({
  name,
  version: manifest.version,
  consumes,
  produces,
  View: withQueries(Operations),
});
