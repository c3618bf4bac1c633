import type { Ticket } from '@inbox/domain';
import { useExtensions, usePanelReady } from '@inbox/panel';
import { Button, color, EmptyState, OutlineIcon, styled } from '@inbox/ui';
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

const SectionText = styled.p`
  && {
    margin-block-end: 8px;
  }
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
      {shown.state === 'here' && <OtherSections ticket={shown.ticket} />}
    </Panel>
  );
}

/** Sections that other panels add: what they say, and a button that has them act for this ticket. */
function OtherSections({ ticket }: { ticket: Ticket }) {
  return useExtensions('customer.section').map(({ id, label, text, button, icon, run }) => (
    <AccordionSection key={id} title={label}>
      {text !== undefined && <SectionText>{text}</SectionText>}
      <Button size="small" onClick={() => run([ticket.id])}>
        {icon !== undefined && <OutlineIcon path={icon} size={16} />}
        {button ?? label}
      </Button>
    </AccordionSection>
  ));
}

function Nobody({ text }: { text: string }) {
  const markReady = usePanelReady();
  useEffect(markReady, [markReady]);
  return <EmptyState title={text} />;
}
