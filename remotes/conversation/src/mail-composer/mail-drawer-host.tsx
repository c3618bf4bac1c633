import type { ContentId, ContentItem, EmailMessage, MailKind, Ticket } from '@inbox/domain';
import { mayReply } from '@inbox/domain/conversation';
import { lazyPart, Skeleton, useNow } from '@inbox/ui';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { actingAs, useAgentWorkspace, useIsLoaded } from '../workspace/agent-workspace-context';
import { MailDrawerContext, type OpenMailDrawer } from './open-mail-drawer';
import { isEmptyDraft } from '../drafts/drafts';
import { boxToMail } from './box-to-mail';

const MailDrawer = lazyPart(() => import('./mail-drawer'), <Skeleton height={400} />);

interface MailDrawerHostProps {
  ticket: Ticket;
  clockOffset: number;
  /** Of the thread. */
  items: readonly ContentItem[];
  /** The newest of them. */
  seen: ContentId | null;
  /** The mail that is answered as long as the agent chooses no other. */
  answered: EmailMessage | null;
  /** Is all of the thread there? */
  isWhole: boolean;
  /** Whether older messages are being loaded. */
  older: 'idle' | 'loading' | 'failed';
  /** Loads the thread back to this item. */
  loadBack(to: ContentId): void;
  quote(mail: EmailMessage, kind: MailKind): ReactNode;
  /** Gives its place to the drawer. */
  replyBox: ReactNode;
  children: ReactNode;
}

/** What opens the mail drawer of a ticket, and the drawer in place of the reply box while it is open. */
export function MailDrawerHost(props: MailDrawerHostProps) {
  const {
    ticket,
    clockOffset,
    items,
    seen,
    answered: byDefault,
    isWhole,
    older,
    loadBack,
    quote,
    replyBox,
    children,
  } = props;
  const session = useAgentWorkspace();
  const { profile, mails } = session;
  const isLoaded = useIsLoaded();
  const [kind, setKind] = useState<MailKind | null>(null);
  const isMail = ticket.conversation_source === 'email';
  const allowed = useNow(60_000, (now) => isMail && mayReply(actingAs(profile), ticket, now + clockOffset).allowed);
  const opener = useRef<HTMLElement | null>(null);

  const open = useCallback<OpenMailDrawer>(
    (chosen, mail) => {
      const { drafts } = mails[chosen];
      const draft = drafts.get(ticket.id);
      const written = isEmptyDraft(draft) ? undefined : draft.mail?.answered;
      const answered = mail?.id ?? (written === undefined ? (byDefault?.id ?? null) : written);
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      if (draft.mail?.answered !== answered) {
        const { from, signature } = draft.mail ?? {};
        const kept = { ...(from !== undefined && { from }), ...(signature !== undefined && { signature }) };
        drafts.edit(ticket.id, { mail: { answered, left_out: [], ...kept } });
      }
      // What was begun in the reply box goes on in the drawer.
      if (mail === null && chosen === 'reply') void boxToMail(session, ticket.id);
      setKind(chosen);
    },
    [byDefault, mails, session, ticket.id],
  );

  const shown = allowed && isLoaded ? kind : null;
  const answered = shown === null ? null : (mails[shown].drafts.get(ticket.id).mail?.answered ?? null);
  const mail = useMemo(() => {
    if (answered === null) return null;
    const found = items.find(({ id }) => id === answered);
    if (found?.content_type === 'email' && !found.deleted) return found;
    return found !== undefined || isWhole ? null : undefined;
  }, [answered, isWhole, items]);
  const isMissing = mail === undefined;
  const load = useEffectEvent(() => {
    if (answered !== null) loadBack(answered);
  });
  useEffect(() => {
    if (isMissing && older === 'idle') load();
  }, [answered, isMissing, older]);

  const region = useRef<HTMLDivElement>(null);
  const wasShown = useRef(false);
  useLayoutEffect(() => {
    const isClosed = wasShown.current && shown === null;
    wasShown.current = shown !== null;
    if (!isClosed) return;
    const back = opener.current?.isConnected ? opener.current : region.current?.querySelector('textarea');
    back?.focus();
  }, [shown]);

  return (
    <MailDrawerContext value={allowed && isLoaded ? open : null}>
      {children}
      {shown === null ? (
        <div ref={region} style={{ display: 'contents' }}>
          {replyBox}
        </div>
      ) : (
        <MailDrawer
          key={shown}
          ticket={ticket}
          kind={shown}
          clockOffset={clockOffset}
          seen={seen}
          mail={mail}
          quote={(of) => quote(of, shown)}
          onClose={() => setKind(null)}
        />
      )}
    </MailDrawerContext>
  );
}
