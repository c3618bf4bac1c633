/** As much of the React package as a page here uses; it is there as `npm pack` leaves it, when the page is built. */
declare module '@inbox/embed-react' {
  import type { ReactElement } from 'react';

  export function InboxPanel(props: {
    inboxUrl: string;
    name: string;
    ticketId: number | undefined;
    getToken(): string;
    onReady(): void;
    onError(error: { code: string }): void;
  }): ReactElement;
}
