import { INBOX_PERMISSION } from '@inbox/domain';
import { QUICK_REPLIES_PERMISSION } from '@inbox/domain/conversation';

/** Named permissions of a new agent for whom nothing else is said: they use the inbox and change quick replies. */
export const NEW_AGENT_PERMISSIONS: readonly string[] = [INBOX_PERMISSION, QUICK_REPLIES_PERMISSION];
