import { ticketIdSchema, type Profile, type TicketId } from '@inbox/domain';
import {
  useEvent,
  useLineBack,
  useLiveEvents,
  usePanel,
  usePanelReady,
  usePanelStorage,
  useTopic,
  useUnsent,
} from '@inbox/panel';
import { createStore, useStore, type ReadableStore } from '@inbox/panel/store';
import { color, EmptyState, styled } from '@inbox/ui';
import { MessagesSquare } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { ConversationSkeleton } from './ui/conversation-skeleton';
import { createActionRegistry } from './actions/registry';
import { ActionsContext, usePublishedActions } from './actions/use-actions';
import { MediaContext } from './media/use-media';
import { useUndoClose } from './header/close/use-undo-close';
import { ImageBaseContext, TrustedSendersContext } from './email/sender/use-images-of';
import { PanelWidthContext, useWidth } from './ui/panel-width';
import { UNFOLDED, UnfoldingContext } from './ui/unfold';
import { useLiveToasts } from './header/use-live-toasts';
import { isEmptyDraft } from './drafts/drafts';
import { TagChangesContext, useTagChangesStore } from './tags/use-tag-changes';
import { OpenTicketView } from './open-ticket';
import { ThreadCacheProvider } from './thread/use-thread-cache';
import { UndoBar } from './outbox/view/undo-bar';
import { useWaitingChanges } from './outbox/view/use-waiting-changes';
import { useAgentDirectory } from './workspace/use-agents';
import { useReplyCommands, type OpenTicket } from './composer/use-reply-commands';
import { useRefusedMails } from './mail-composer/use-refused-mails';
import type { FileUpload } from './uploads/file-uploads';
import { createAgentWorkspace, type AgentWorkspace } from './workspace/agent-workspace';
import { useErased } from './erased/use-erased';
import { countUnsent, sendUnsent } from './outbox/view/unsent-work';
import { AgentsContext, AgentWorkspaceContext, useAgentWorkspace } from './workspace/agent-workspace-context';
import { messages } from './messages';

const Region = styled.section`
  flex: 1;
  min-block-size: 0;
  min-inline-size: 0;
  display: flex;
  flex-direction: column;
  position: relative;
  background: ${color.page};
  container: conversation / inline-size;
`;

/** What the page that mounts the panel may say. */
export interface ConversationProps {
  /** The ticket to show; that of the page's address when left out. */
  ticketId?: number;
}

/** The panel: the conversation of one ticket, for the agent who is signed in. */
export function Conversation({ ticketId }: ConversationProps) {
  const session = useTopic('session');
  return (
    <MeasuredRegion>
      {session?.signedIn ? (
        <SignedIn
          key={session.profile.current_user_id}
          profile={session.profile}
          ofProps={ticketId === undefined ? null : ticketIdSchema.parse(ticketId)}
        />
      ) : (
        <ConversationSkeleton />
      )}
    </MeasuredRegion>
  );
}

function MeasuredRegion({ children }: { children: ReactNode }) {
  const region = useRef<HTMLElement>(null);
  const width = useWidth(region);
  const [unfolded, setUnfolded] = useState(false);
  const unfolding = useMemo(() => ({ unfolded, toggle: () => setUnfolded(!unfolded) }), [unfolded]);
  return (
    <Region ref={region} aria-label={messages.region} {...(unfolded && { [UNFOLDED]: '' })}>
      <PanelWidthContext value={width}>
        <UnfoldingContext value={unfolding}>{children}</UnfoldingContext>
      </PanelWidthContext>
    </Region>
  );
}

interface SignedInProps {
  profile: Profile;
  /** The ticket that the props name. */
  ofProps: TicketId | null;
}

/** Keyed by the agent: drafts and unsent replies of one are never another's. */
function SignedIn({ profile, ofProps }: SignedInProps) {
  const { api, bus, report, toast } = usePanel();
  const storage = usePanelStorage();
  const [made] = useState(() => createAgentWorkspace(profile, api, storage, report));
  // Permissions may change while the page is open; what is being sent goes on.
  const session = useMemo(() => ({ ...made, profile }), [made, profile]);
  const { sender, mails, media, uploads } = made;
  const [actions] = useState(createActionRegistry);
  const directory = useAgentDirectory();
  const ofAddress = useTopic('ticket.open')?.id;
  const openId = ofProps ?? ofAddress;
  const [open] = useState(() => createStore<OpenTicket | null>(null));
  const [missing] = useState(() => createStore<TicketId | null>(null));

  useEffect(() => made.start(), [made]);
  useEffect(() => made.onAnswer(({ ticket }) => bus.emit('ticket.changed', { tickets: [ticket] })), [bus, made]);
  useEffect(() => () => media.dispose(), [media]);
  useEffect(() => {
    const tell = ({ ticket }: FileUpload) => {
      const text =
        ticket === open.get()?.ticket.id ? messages.files.failed : messages.of(ticket, messages.files.failed);
      toast('error', text);
    };
    const ends = [uploads, ...Object.values(mails).map((place) => place.uploads)].map((one) => one.onFailed(tell));
    return () => {
      for (const end of ends) end();
    };
  }, [mails, open, toast, uploads]);
  useRefusedMails(session, open);
  useLiveEvents((event) => sender.confirm(event.items));
  useWakingSender(session);
  useFollowedLine(session);
  useWaitingChanges(session, openId ?? null);
  useReplyCommands(session, open);
  useLiveToasts(profile);
  useUndoClose();
  useErased(session, storage);
  useUnsent(
    () => countUnsent(session),
    () => sendUnsent(session),
  );
  const tagChanges = useTagChangesStore(session, openId ?? null);

  return (
    <AgentWorkspaceContext value={session}>
      <AgentsContext value={directory}>
        <MediaContext value={media}>
          <TrustedSendersContext value={made.trusted}>
            <ImageBaseContext value={made.imageBase}>
              <ActionsContext value={actions}>
                <TagChangesContext value={tagChanges}>
                  <ThreadCacheProvider>
                    {openId == null ? (
                      <NothingOpen />
                    ) : (
                      <OpenTicketView key={openId} ticketId={openId} onTicket={open.set} onMissing={missing.set} />
                    )}
                    <Published open={open} missing={missing} openId={openId ?? null} />
                  </ThreadCacheProvider>
                </TagChangesContext>
              </ActionsContext>
            </ImageBaseContext>
          </TrustedSendersContext>
        </MediaContext>
      </AgentsContext>
    </AgentWorkspaceContext>
  );
}

function NothingOpen() {
  const markReady = usePanelReady();
  useEffect(markReady, [markReady]);
  const { title, text } = messages.nothingOpen;
  return (
    <>
      <EmptyState icon={<MessagesSquare size={32} aria-hidden />} title={title} text={text} />
      <UndoBar openId={null} />
    </>
  );
}

/** Sends and changes that wait for the line go when it is back, or when the agent presses Refresh. */
function useWakingSender({ sender, changes }: AgentWorkspace): void {
  const wake = useCallback(() => {
    sender.wake();
    changes.wake();
  }, [changes, sender]);
  useLineBack(wake);
  useEvent('refresh.requested', wake);
  useEffect(() => {
    window.addEventListener('online', wake);
    return () => window.removeEventListener('online', wake);
  }, [wake]);
}

/** What cannot be done without a connection waits for one. */
function useFollowedLine({ connection }: AgentWorkspace): void {
  const told = useTopic('connection');
  useEffect(() => connection.set(told), [connection, told]);
}

interface PublishedProps {
  open: ReadableStore<OpenTicket | null>;
  /** The ticket that cannot be shown. */
  missing: ReadableStore<TicketId | null>;
  openId: TicketId | null;
}

/**
 * The actions, `ticket.current` and `draft.present` for the rest of the page. It shows nothing, and follows what it
 * publishes apart from the conversation: a change is drawn where it shows, and not from the root once more.
 */
function Published({ open, missing, openId }: PublishedProps) {
  const { bus } = usePanel();
  const { changes, drafts, mails, sender } = useAgentWorkspace();
  usePublishedActions();
  const topics = useRef<{
    current: ReturnType<typeof bus.own<'ticket.current'>>;
    draft: ReturnType<typeof bus.own<'draft.present'>>;
  }>(null);
  useEffect(() => {
    const owned = { current: bus.own('ticket.current'), draft: bus.own('draft.present') };
    topics.current = owned;
    return () => {
      owned.current.set({ ticket: null });
      owned.draft.set({ present: false });
      owned.current.release();
      owned.draft.release();
    };
  }, [bus]);

  const places = useMemo(() => [drafts, ...Object.values(mails).map((place) => place.drafts)], [drafts, mails]);
  const drafted = useSyncExternalStore(
    useCallback(
      (listener) => {
        const ends = places.map(({ subscribe }) => subscribe(listener));
        return () => {
          for (const end of ends) end();
        };
      },
      [places],
    ),
    () => openId !== null && places.some((place) => !isEmptyDraft(place.get(openId))),
  );
  const sending = useSyncExternalStore(sender.subscribe, () => sender.outbox().some((entry) => entry.refused === null));
  const changing = useSyncExternalStore(changes.subscribe, () =>
    changes.list().some(({ refused }) => refused === null),
  );
  const present = drafted || sending || changing;
  const ticket = useStore(open)?.ticket ?? null;
  const missed = useStore(missing);
  useEffect(
    () => topics.current?.current.set({ ticket, ...(missed !== null && { missing: missed }) }),
    [ticket, missed],
  );
  useEffect(() => topics.current?.draft.set({ present }), [present]);
  return null;
}
