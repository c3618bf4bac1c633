import type { Ticket } from '@inbox/domain';
import {
  useExtensions,
  useLineBack,
  usePanel,
  usePanelReady,
  usePanelStorage,
  useTopic,
  useUnsent,
} from '@inbox/panel';
import { useIsFetching } from '@inbox/panel/query';
import { whenIdle } from '@inbox/panel/when-idle';
import { Button, color, EmptyState, ErrorState, lazyPart, OutlineIcon, styled } from '@inbox/ui';
import { useEffect, useState, type ComponentType } from 'react';
import { Accordion, AccordionSection } from './sections/accordion';
import { SectionSkeleton } from './sections/section-skeleton';
import { useOpenSections, type OpenSections } from './sections/use-open-sections';
import type StoredDetailsView from './stored/stored-details';
import { Profile } from './profile/profile';
import { ProfileSkeleton } from './profile/profile-skeleton';
import { notesWanted, readWaitingNotes } from './notes/waiting/wanted-notes';
import { messages } from './messages';
import { subjectOf, type CustomerPanelProps } from './ticket/subject';
import { useShownTicket } from './ticket/use-shown-ticket';

interface Section {
  /** By which it is remembered as open or closed. */
  name: string;
  title: string;
  /** Keyed by the ticket's conversation; it comes into being when the section is first opened. */
  View: ComponentType<{ ticket: Ticket }>;
  Loading?: ComponentType;
  startsOpen?: boolean;
}

/** A section that is closed as a rule: its code is fetched behind the profile. */
const laterSection = (load: () => Promise<Section['View']>) =>
  lazyPart<{ ticket: Ticket }>(async () => ({ default: await load() }), <SectionSkeleton />);

// One file, so that with one of them all are there, also for a page whose connection goes.
const Orders = laterSection(async () => (await import(/* webpackChunkName: "sections" */ './orders/orders')).Orders);
const CustomFields = laterSection(
  async () => (await import(/* webpackChunkName: "sections" */ './custom-fields/custom-fields')).CustomFields,
);
const LinkedTickets = laterSection(
  async () => (await import(/* webpackChunkName: "sections" */ './linked-tickets/linked-tickets')).LinkedTickets,
);
const Notes = laterSection(async () => (await import(/* webpackChunkName: "sections" */ './notes/notes')).Notes);
const WaitingNotes = lazyPart(() => import(/* webpackChunkName: "sections" */ './notes/waiting/waiting-notes'));

/** The panel's own sections, from top to bottom (spec section 2). Each is a folder and a line here. */
const SECTIONS: readonly Section[] = [
  { name: 'profile', title: messages.profile, View: Profile, Loading: ProfileSkeleton, startsOpen: true },
  { name: 'orders', title: messages.orderList.orders, View: Orders },
  { name: 'custom-fields', title: messages.customFields, View: CustomFields },
  { name: 'linked-tickets', title: messages.linkedTickets, View: LinkedTickets },
  { name: 'notes', title: messages.notes, View: Notes },
];

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

/** The view of the panel: sections about the customer of the ticket that is open, or that the props name. */
export function CustomerDetails(props: CustomerPanelProps) {
  const shown = useShownTicket(props);
  const sections = useOpenSections();
  useSectionCode(sections, shown.state === 'here');
  const { stored } = usePanel();
  const shownId = shown.state === 'here' ? shown.ticket.id : null;
  const [StoredDetails, setStoredDetails] = useState<typeof StoredDetailsView>();
  useEffect(() => {
    if (!stored || StoredDetails) return;
    // A page that cannot have it works without, and requests it again for the next ticket.
    import('./stored/stored-details').then(
      (code) => setStoredDetails(() => code.default),
      () => undefined,
    );
  }, [shownId, stored, StoredDetails]);
  return (
    <Panel aria-label={messages.panel}>
      <NotesThatWait />
      {shown.state === 'none' ? (
        <Nobody text={messages.noTicket} />
      ) : shown.state === 'missing' ? (
        <Nobody text={messages.unavailable} />
      ) : shown.state === 'failed' ? (
        <Failed text={shown.message} retry={shown.retry} />
      ) : shown.state === 'here' && shown.ticket.erased_at !== undefined ? (
        <Nobody text={messages.erased} />
      ) : (
        <Accordion>
          <OwnSections
            ticket={shown.state === 'here' ? shown.ticket : null}
            isAsked={subjectOf(props) !== null}
            sections={sections}
          />
          {shown.state === 'here' && <OtherSections ticket={shown.ticket} sections={sections} />}
          {shown.state === 'here' && stored && StoredDetails && (
            <StoredDetails key={shown.ticket.id} ticket={shown.ticket} stored={stored} />
          )}
        </Accordion>
      )}
    </Panel>
  );
}

/** Fetches the code of sections: at once where one is open, and else behind what the panel shows. */
function useSectionCode({ isOpen }: OpenSections, isShown: boolean): void {
  const isLoading = useIsFetching() > 0;
  const isWanted = SECTIONS.some(({ name, View, startsOpen = false }) => View !== Profile && isOpen(name, startsOpen));
  useEffect(() => {
    if (isWanted) Notes.preload();
    else if (isShown && !isLoading) return whenIdle(Notes.preload);
    return undefined;
  }, [isLoading, isShown, isWanted]);
}

/** Adds notes that wait for a connection when there is one, whatever is open. */
function NotesThatWait() {
  const storage = usePanelStorage();
  const { storageArea } = usePanel();
  const session = useTopic('session');
  const agent = session?.signedIn ? session.profile.current_user_id : null;
  const [areThere, setAreThere] = useState(false);
  const look = () => setAreThere(readWaitingNotes(storage).length > 0);
  useLineBack(look);
  useUnsent(
    async () => {
      const { countUnsent } = await import(/* webpackChunkName: "sections" */ './unsent/unsent-work');
      return countUnsent(storageArea, agent, storage);
    },
    () => {
      look();
      notesWanted.notify();
    },
  );
  return areThere ? <WaitingNotes /> : null;
}

interface OwnSectionsProps {
  /** Null while it is on its way. */
  ticket: Ticket | null;
  /** Does this panel ask for the ticket itself? Else another panel will tell of it. */
  isAsked: boolean;
  sections: OpenSections;
}

function OwnSections({ ticket, isAsked, sections }: OwnSectionsProps) {
  const markReady = usePanelReady();
  const isOpen = ({ name, startsOpen = false }: Section) => sections.isOpen(name, startsOpen);
  // The profile says itself when it is ready, while it is open. What another panel has yet to say is not waited for.
  const isReady = ticket === null ? !isAsked : !SECTIONS.some((section) => section.View === Profile && isOpen(section));
  useEffect(() => {
    if (isReady) markReady();
  }, [isReady, markReady]);
  return SECTIONS.map((section) => {
    const { name, title, View, Loading = SectionSkeleton, startsOpen = false } = section;
    return (
      <AccordionSection
        key={name}
        title={title}
        isOpen={isOpen(section)}
        onToggle={() => sections.toggle(name, startsOpen)}
        about={ticket?.conversation_id ?? 'nobody'}
      >
        {ticket === null ? <Loading /> : <View ticket={ticket} />}
      </AccordionSection>
    );
  });
}

/** Sections that other panels add: what they say, and a button that has them act for this ticket. */
function OtherSections({ ticket, sections }: { ticket: Ticket; sections: OpenSections }) {
  return useExtensions('customer.section').map(({ id, label, text, button, icon, run }) => (
    <AccordionSection
      key={id}
      title={label}
      isOpen={sections.isOpen(id, true)}
      onToggle={() => sections.toggle(id, true)}
      about={ticket.conversation_id}
    >
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

function Failed({ text, retry }: { text: string; retry(): void }) {
  const markReady = usePanelReady();
  useEffect(markReady, [markReady]);
  return <ErrorState text={text} onRetry={retry} />;
}
