import type { EmailMessage, MailKind } from '@inbox/domain';
import { createContext, useContext } from 'react';

/**
 * Opens the mail drawer of the open ticket.
 * @param mail the one to go on from; null goes on with what is written already, or else from the newest
 */
export type OpenMailDrawer = (kind: MailKind, mail: EmailMessage | null) => void;

/** Null where the agent may not reply, or the channel has no mails. */
export const MailDrawerContext = createContext<OpenMailDrawer | null>(null);
export const useMailDrawer = (): OpenMailDrawer | null => useContext(MailDrawerContext);

/** Where the drawer leaves the thread no room. */
export const DRAWER_FILLS = '@media (max-width: 480px), (max-height: 600px)';
