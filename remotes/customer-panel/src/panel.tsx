import { definePanel } from '@inbox/panel';
import { withQueries } from '@inbox/panel/query';
import manifest from '../package.json';
import { CustomerDetails } from './customer-details';

const { panel: name, consumes, produces } = manifest.inbox;

/** The customer of the open conversation, beside it. */
export default definePanel({
  name,
  version: manifest.version,
  consumes,
  produces,
  View: withQueries(CustomerDetails),
});
