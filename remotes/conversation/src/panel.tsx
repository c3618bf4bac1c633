import { definePanel } from '@inbox/panel';
import panel from '../package.json';
import { Conversation, type ConversationProps } from './conversation';
import { ConversationSkeleton } from './ui/conversation-skeleton';

export default definePanel<ConversationProps>({
  name: panel.inbox.panel,
  version: panel.version,
  consumes: panel.inbox.consumes,
  produces: panel.inbox.produces,
  View: Conversation,
  Loading: ConversationSkeleton,
});
