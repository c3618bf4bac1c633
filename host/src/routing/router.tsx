import { useLayoutEffect, type ReactNode } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate, useParams } from 'react-router-dom';
import type { ListFilters, TicketId } from '@inbox/domain';
import { lazyPart } from '@inbox/ui';
import { decodeFilters } from './filter-address';
import { OLD_HOME_PATH, ticketOfSegment, ticketPath, TICKETS_PATH } from './routes';

const OldHomeNotice = lazyPart(() => import(/* webpackChunkName: "later" */ './old-home-notice'));

/** Lets services outside React move between pages; React Router's navigate exists only below its Router. */
export interface Navigator {
  go(path: string): void;
}

interface InboxRouterProps {
  /** Drawn for the whole inbox page; it stays mounted from ticket to ticket. */
  page: (ticket: TicketId | null) => ReactNode;
  /** Is given `go` while the router stands. */
  onReady: (navigator: Navigator) => void;
  /** Is given the filters that the address names, now and whenever it names others. */
  onFilters: (filters: ListFilters | null) => void;
}

/** The routes of spec section 2. /validate is dealt with before the shell starts. */
export function InboxRouter({ page, onReady, onFilters }: InboxRouterProps) {
  return (
    // Not as a transition, which waits its turn and may be painted around: the ticket is there in the frame of the click.
    <BrowserRouter useTransitions={false}>
      <Bridge onReady={onReady} onFilters={onFilters} />
      <Routes>
        <Route path="/inbox/tickets/:id?" element={<TicketRoute page={page} />} />
        <Route path={`${OLD_HOME_PATH}/:id?`} element={<OldHome />} />
        <Route path="/inbox/:id" element={<InboxModule />} />
        <Route path="/inbox" element={<Navigate to={TICKETS_PATH} replace />} />
        <Route path="/" element={<Navigate to="/inbox/" replace />} />
        <Route path="*" element={<Navigate to={TICKETS_PATH} replace />} />
      </Routes>
    </BrowserRouter>
  );
}

function Bridge({ onReady, onFilters }: Pick<InboxRouterProps, 'onReady' | 'onFilters'>) {
  const navigate = useNavigate();
  const { search } = useLocation();
  useLayoutEffect(
    () =>
      onReady({
        // Where one is already takes no second place in the history.
        go: (path) => void navigate(path, { replace: path === location.pathname + location.search }),
      }),
    [navigate, onReady],
  );
  useLayoutEffect(() => onFilters(decodeFilters(search)), [search, onFilters]);
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

/** A link of the old inbox still opens its ticket; without one there is only the way to the new site. */
function OldHome() {
  const ticket = ticketOfSegment(useParams()['id']);
  return ticket === null ? <OldHomeNotice /> : <Navigate to={ticketPath(ticket)} replace />;
}
