import type { CatalogPanel, LoadedPanel } from '@inbox/shell/panels';
import { readPageConfig } from '../../host/src/config/page-config';
import { startShell } from '../../host/src/start-shell';
import { PanelDescription } from '@inbox/panel/description';
import * as z from 'zod/mini';
import conversation from '../../remotes/conversation/src/panel';
import conversationPackage from '../../remotes/conversation/package.json';
import customerPanel from '../../remotes/customer-panel/src/panel';
import customerPanelPackage from '../../remotes/customer-panel/package.json';
import quickReplies from '../../remotes/quick-replies/src/panel';
import quickRepliesPackage from '../../remotes/quick-replies/package.json';
import ticketList from '../../remotes/ticket-list/src/panel';
import ticketListPackage from '../../remotes/ticket-list/package.json';

const bundled: readonly (readonly [LoadedPanel, unknown])[] = [
  [ticketList, ticketListPackage.inbox.description],
  [conversation, conversationPackage.inbox.description],
  [customerPanel, customerPanelPackage.inbox.description],
  [quickReplies, quickRepliesPackage.inbox.description],
];
const panels = bundled.map(([{ name }, description]): CatalogPanel => ({
  name,
  description: z.parse(PanelDescription, description),
  enabled: true,
}));

async function load(name: string): Promise<LoadedPanel> {
  const [module] = bundled.find(([panel]) => panel.name === name) ?? [];
  if (!module) throw new Error(`${name} is not in the bundle.`);
  return module;
}

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root.');
startShell({ element, config: readPageConfig(document), loadCatalog: async () => ({ panels, load }) });
