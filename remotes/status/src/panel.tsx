import { definePanel } from '@inbox/panel';
import { withQueries } from '@inbox/panel/query';
import manifest from '../package.json';
import { Status } from './status';

const { panel: name, consumes, produces } = manifest.inbox;

/** The store admins' page: how the shop's inbox fares, and what they can do about it. */
export default definePanel({
  name,
  version: manifest.version,
  consumes,
  produces,
  View: withQueries(Status),
});
