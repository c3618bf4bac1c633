import {
  sessionEnd,
  type ChannelFacts,
  type ContentId,
  type EmailMessage,
  type ReplyRefusal,
  type Ticket,
} from '@inbox/domain';
import { maySendTemplate, mayReply } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { color, lazyPart, LOW_WINDOW, styled, TOUCH } from '@inbox/ui';
import { memo, useState } from 'react';
import { messages } from '../messages';
import { replyMessages } from '../reply-messages';
import { actingAs, useIsLoaded, useAgentWorkspace } from '../workspace/agent-workspace-context';
import { usePassed } from '../ui/use-passed';
import { Composer } from './composer';

const TicketTemplates = lazyPart(() => import('./templates/ticket-templates'));

const Region = styled.section`
  flex: none;
  padding: 10px 16px 12px;
  ${LOW_WINDOW} {
    padding: 3px 8px;
  }
  border-block-start: 1px solid ${color.line};
  background: ${color.surface};
`;

/** As high as the box, so that nothing moves when it comes. */
const Waiting = styled.div`
  block-size: 96px;
  ${TOUCH} {
    block-size: 108px;
  }
  ${LOW_WINDOW} {
    block-size: 34px;
  }
`;

const Refused = styled.div`
  padding: 8px 12px;
  border-radius: 8px;
  background: ${color.surface2};
  color: ${color.text2};
  text-align: center;

  & a {
    color: ${color.accent};
  }
`;

const Notice = styled.p`
  margin-block-end: 8px;
  padding: 6px 10px;
  border-radius: 8px;
  background: ${color.surface2};
  color: ${color.warning};
  font-size: 12px;
  line-height: 16px;
  overflow-wrap: anywhere;
`;

type NumberChange = NonNullable<ChannelFacts['number_change']>;

interface ReplyBoxProps {
  ticket: Ticket;
  clockOffset: number;
  /** The newest item of the thread. */
  seen: ContentId | null;
  /** E-mail: the newest mail in the thread that is not the merchant's. */
  lastMail: EmailMessage | null;
  /** E-mail: the mail that is answered. */
  answered: EmailMessage | null;
  /** WhatsApp: the customer has said in this ticket that they have another number. */
  numberChange?: NumberChange | null;
}

/** The reply box of one ticket, or why there is none; its parent keys it by the ticket. */
export const ReplyBox = memo(function ReplyBox({
  ticket,
  clockOffset,
  seen,
  lastMail,
  answered,
  numberChange = null,
}: ReplyBoxProps) {
  const { profile } = useAgentWorkspace();
  const isLoaded = useIsLoaded();
  // Of the time nothing but the end of the session changes the verdict, and the header counts down to that.
  const end = ticket.status === 'closed' ? null : sessionEnd(ticket);
  const hasEnded = usePassed(end === null ? null : end - clockOffset);
  const verdict = mayReply(actingAs(profile), ticket, hasEnded ? (end ?? 0) : 0);
  const refused = verdict.allowed ? null : verdict.reason;
  return (
    <Region aria-label={messages.reply}>
      {numberChange !== null && ticket.status !== 'closed' && (
        <Notice role="note">{replyMessages.numberChange(ticket.full_name, numberChange)}</Notice>
      )}
      {refused !== null ? (
        <Refused role="status">
          <Refusal reason={refused} ticket={ticket} />
        </Refused>
      ) : isLoaded ? (
        <Composer ticket={ticket} clockOffset={clockOffset} seen={seen} lastMail={lastMail} answered={answered} />
      ) : (
        // What was written before shows with the box, not after it.
        <Waiting />
      )}
    </Region>
  );
});

function Refusal({ reason, ticket }: { reason: ReplyRefusal; ticket: Ticket }) {
  const { toast } = usePanel();
  const { profile } = useAgentWorkspace();
  const [isOpen, setOpen] = useState(false);
  if (reason === 'closed' && ticket.conversation_source === 'email') return <p>{messages.closedEmail}</p>;
  if (reason !== 'session_expired') return <p>{messages.refusal[reason]}</p>;
  const [text, link] = messages.expiredTemplate;
  const [before, after] = text.split(link);
  return (
    <>
      <p>{messages.refusal.session_expired}</p>
      <p>
        {before}
        <a
          href="#templates"
          onClick={(event) => {
            event.preventDefault();
            const verdict = maySendTemplate(actingAs(profile), ticket);
            if (verdict.allowed) setOpen(true);
            else toast('error', messages.refusal[verdict.reason === 'not_whatsapp' ? reason : verdict.reason]);
          }}
        >
          {link}
        </a>
        {after}
      </p>
      {isOpen && <TicketTemplates ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}
