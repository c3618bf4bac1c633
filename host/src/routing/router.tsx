import { useLayoutEffect, type ReactNode } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useNavigate, useParams } from 'react-router-dom';
import type { TicketId } from '@inbox/domain';
import { ticketOfSegment, ticketPath, TICKETS_PATH } from './routes';

/** Lets services outside React move between pages; React Router's navigate exists only below its Router. */
export interface Navigator {
  go(path: string): void;
}

interface InboxRouterProps {
  /** Drawn for the whole inbox page; it stays mounted from ticket to ticket. */
  page: (ticket: TicketId | null) => ReactNode;
  /** Is given `go` while the router stands. */
  onReady: (navigator: Navigator) => void;
}

/** The routes of spec section 2. /validate is dealt with before the shell starts. */
export function InboxRouter({ page, onReady }: InboxRouterProps) {
  return (
    <BrowserRouter>
      <Bridge onReady={onReady} />
      <Routes>
        <Route path="/inbox/tickets/:id?" element={<TicketRoute page={page} />} />
        <Route path="/inbox/:id" element={<InboxModule />} />
        <Route path="/inbox" element={<Navigate to={TICKETS_PATH} replace />} />
        <Route path="/" element={<Navigate to="/inbox/" replace />} />
        <Route path="*" element={<Navigate to={TICKETS_PATH} replace />} />
      </Routes>
    </BrowserRouter>
  );
}

function Bridge({ onReady }: Pick<InboxRouterProps, 'onReady'>) {
  const navigate = useNavigate();
  useLayoutEffect(() => onReady({ go: (path) => void navigate(path) }), [navigate, onReady]);
  return null;
}

function TicketRoute({ page }: Pick<InboxRouterProps, 'page'>) {
  const { id } = useParams();
  const ticket = ticketOfSegment(id);
  if (id !== undefined && ticket === null) return <Navigate to={TICKETS_PATH} replace />;
  return page(ticket);
}

/** /inbox/{id} goes to the inbox: to the ticket when it is one's number. */
function InboxModule() {
  const { id } = useParams();
  const ticket = ticketOfSegment(id);
  return <Navigate to={ticket === null ? TICKETS_PATH : ticketPath(ticket)} replace />;
}
