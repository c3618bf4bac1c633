import type { EmailMessage, MailKind } from '@inbox/domain';
import { css, type SerializedStyles } from '@inbox/ui';
import { createContext, useContext } from 'react';
import { NARROW_PANEL } from '../ui/panel-width';

/**
 * Opens the mail drawer of the open ticket.
 * @param mail the one to go on from; null goes on with what is written already, or else from the newest
 */
export type OpenMailDrawer = (kind: MailKind, mail: EmailMessage | null) => void;

/** Null where the agent may not reply, or the channel has no mails. */
export const MailDrawerContext = createContext<OpenMailDrawer | null>(null);
export const useMailDrawer = (): OpenMailDrawer | null => useContext(MailDrawerContext);

/** Styles for where the drawer leaves the thread no room: in a panel that is narrow, or a window that is low. */
export const whereDrawerFills = (styles: SerializedStyles) => css`
  ${NARROW_PANEL} {
    ${styles}
  }
  @media (max-height: 600px) {
    ${styles}
  }
`;
