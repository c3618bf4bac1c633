import { readPageConfig } from '../../host/src/config/page-config';
import type { LoadedPanel } from '../../host/src/panels/panel-store';
import { startShell } from '../../host/src/start-shell';
import type { PanelName } from '@inbox/panel/contract';
import conversation from '../../remotes/conversation/src/panel';
import customerPanel from '../../remotes/customer-panel/src/panel';
import quickReplies from '../../remotes/quick-replies/src/panel';
import ticketList from '../../remotes/ticket-list/src/panel';

const panels: Record<PanelName, LoadedPanel> = {
  'ticket-list': ticketList,
  conversation,
  'customer-panel': customerPanel,
  'quick-replies': quickReplies,
};

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root.');
startShell({ element, config: readPageConfig(document), loadPanel: async (name) => panels[name] });
