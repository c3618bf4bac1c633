import { definePanel } from '@inbox/panel';
import { withQueries } from '@inbox/panel/query';
import manifest from '../package.json';
import { QuickReplies } from './quick-replies';

const { panel: name, consumes, produces } = manifest.inbox;

/** Canned messages, to be put into the reply of the open conversation. */
export default definePanel({
  name,
  version: manifest.version,
  consumes,
  produces,
  View: withQueries(QuickReplies),
});
