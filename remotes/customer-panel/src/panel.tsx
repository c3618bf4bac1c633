import { definePanel } from '@inbox/panel';
import { withQueries } from '@inbox/panel/query';
import manifest from '../package.json';
import { CustomerDetails } from './customer-details';
import type { CustomerPanelProps } from './ticket/subject';

const { panel: name, consumes, produces } = manifest.inbox;

/** The customer of the open conversation, beside it, or of the ticket, conversation or customer that its page names. */
export default definePanel<CustomerPanelProps>({
  name,
  version: manifest.version,
  consumes,
  produces,
  View: withQueries(CustomerDetails),
});
