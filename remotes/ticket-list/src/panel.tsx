import { definePanel } from '@inbox/panel';
import panel from '../package.json';
import { TicketList, type TicketListProps } from './ticket-list';

/** The list of conversations. What it listens to and says on the bus stands in package.json, for all who ask. */
export default definePanel<TicketListProps>({
  name: panel.inbox.panel,
  version: panel.version,
  consumes: panel.inbox.consumes,
  produces: panel.inbox.produces,
  View: TicketList,
});
