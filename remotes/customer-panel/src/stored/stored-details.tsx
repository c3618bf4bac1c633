import type { Ticket } from '@inbox/domain';
import { useLiveEvents } from '@inbox/panel';
import type { StoredAnswers } from '@inbox/panel/contract';
import { useQueryClient } from '@inbox/panel/query';
import { AsOf, styled } from '@inbox/ui';
import { useEffect, useRef, useState } from 'react';
import { followSections, type StoredSections } from './stored-sections';

/** At the foot of what is seen of the panel, and takes no room of it. */
const Foot = styled.div`
  position: sticky;
  inset-block-end: 0;
  block-size: 0;
`;

interface StoredDetailsProps {
  ticket: Ticket;
  stored: StoredAnswers;
}

/**
 * Stores what the panel shows of a ticket, and shows what an earlier page has stored until the server has answered. Its code
 * is loaded by pages that store answers. Keyed by the ticket.
 */
export default function StoredDetails({ ticket: { id, conversation_id }, stored }: StoredDetailsProps) {
  const client = useQueryClient();
  const [{ asOf, failed }, setShown] = useState<StoredSections>({ asOf: null, failed: false });
  const heard = useRef(0);
  useLiveEvents(({ seq }) => {
    heard.current = Math.max(heard.current, seq ?? 0);
  });
  useEffect(
    () => followSections({ id, conversation_id }, { client, stored, heard: () => heard.current, onChange: setShown }),
    [client, conversation_id, id, stored],
  );
  const retry = () => void client.refetchQueries({ type: 'active' });
  return asOf === null ? null : (
    <Foot>
      <AsOf at={asOf} onRetry={failed ? retry : undefined} />
    </Foot>
  );
}
