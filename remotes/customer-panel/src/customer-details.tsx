import { usePanelReady } from '@inbox/panel';
import { color, EmptyState, styled } from '@inbox/ui';
import { useEffect } from 'react';
import { AccordionSection } from './parts/accordion-section';
import { Profile } from './features/profile/profile';
import { ProfileSkeleton } from './features/profile/profile-skeleton';
import { messages } from './messages';
import { useShownTicket } from './use-shown-ticket';

const Panel = styled.aside`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;
  background: ${color.surface};
`;

/** The view of the panel: sections about the customer of the ticket that is open. */
export function CustomerDetails() {
  const shown = useShownTicket();
  return (
    <Panel aria-label={messages.panel}>
      {shown.state === 'none' ? (
        <Nobody text={messages.noTicket} />
      ) : shown.state === 'missing' ? (
        <Nobody text={messages.unavailable} />
      ) : (
        <AccordionSection title={messages.profile}>
          {shown.state === 'arriving' ? (
            <ProfileSkeleton />
          ) : (
            <Profile key={shown.ticket.conversation_id} ticket={shown.ticket} />
          )}
        </AccordionSection>
      )}
    </Panel>
  );
}

function Nobody({ text }: { text: string }) {
  const markReady = usePanelReady();
  useEffect(markReady, [markReady]);
  return <EmptyState title={text} />;
}
