import { formatMessageTime, type Attachment, type EmailAddress, type EmailMessage } from '@inbox/domain';
import { useLoadCode, usePanel } from '@inbox/panel';
import { Button, color, lazyPart, Skeleton, styled } from '@inbox/ui';
import { FileCode, Printer } from 'lucide-react';
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { messages } from '../messages';
import { AttachmentView } from '../thread/attachments/attachments';
import { AutomaticNote } from './sender/automatic-note';
import { MailActions } from './mail-actions';
import { SenderNotes } from './sender/sender-notes';
import { EmailText } from './email-text';
import { usePanelWidth } from '../ui/panel-width';
import { SettlingContext } from '../thread/list/settling';
import { hasHeight } from '../thread/list/heights';
import { MailLimits } from './original/mail-limits';
import { useOverThread } from '../ui/over-thread';
import { useWholeMail } from './original/use-whole-mail';
import { WholeMailNotice } from './original/whole-mail-notice';
import type { PrintablePage } from './frame/print-email';

// The sanitiser is loaded with the first mail that needs it.
const EmailFrame = lazyPart(
  () => import(/* webpackChunkName: "mail" */ './frame/email-frame'),
  <Skeleton height={120} />,
);
const InvitationCard = lazyPart(() => import('./invitation/invitation-card'), <Skeleton height={88} />);
const OriginalDialog = lazyPart(() => import('./original/original-dialog'));

const Head = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 2px 12px;
  padding-block-end: 8px;
  border-block-end: 1px solid ${color.line};
  font-size: 12px;
  line-height: 16px;

  & dt {
    color: ${color.text3};
  }
  & dd {
    overflow-wrap: anywhere;
  }
  & dd[data-subject] {
    font-size: 14px;
    line-height: 20px;
    font-weight: 600;
  }
`;

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: 8px;
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

const addressText = ({ name, email }: EmailAddress) => (name === '' ? email : `${name} <${email}>`);

/** What stands above a mail, as it is shown and printed (spec section 3, Email). */
function headOf({ subject, from, to, cc, bcc, created_at, sent_at }: EmailMessage): [string, string][] {
  const { email } = messages;
  const people: [string, EmailAddress[]][] = [
    [email.from, from],
    [email.to, to],
    [email.cc, cc],
    [email.bcc, bcc],
  ];
  return [
    [email.subject, subject || email.noSubject],
    ...people
      .filter(([, addresses]) => addresses.length > 0)
      .map(([label, addresses]): [string, string] => [label, addresses.map(addressText).join(', ')]),
    [email.date, formatMessageTime(new Date(sent_at ?? created_at))],
  ];
}

const CALENDAR = 'text/calendar';

/** Files that its pictures seem to name: listed until the mail is read, they would move what is below them. */
const namedBy = ({ html, attachments }: EmailMessage): readonly Attachment[] =>
  attachments.filter(({ content_id: id }) => id !== null && html?.includes(`cid:${id}`));

/** A mail: who to whom, when, about what; its HTML in a frame of its own, or its plain text; its attachments. */
export function EmailBody({ item, customerEmail = null }: { item: EmailMessage; customerEmail?: string | null }) {
  const [shownInside, setShownInside] = useState(() => namedBy(item));
  const showOver = useOverThread();
  const { trustedFrame } = usePanel();
  const load = useLoadCode();
  const page = useRef<PrintablePage | null>(null);
  const whole = useWholeMail(item);
  const [isWhole, setIsWhole] = useState(false);
  const showsWhole = useCallback(() => setIsWhole(true), []);
  const parts = useRef<HTMLDivElement>(null);
  const hold = useContext(SettlingContext);
  const held = useRef<(() => void) | null>(null);
  /** As it opens: what the thread waits for does not change with it. */
  const width = useRef(usePanelWidth());
  const release = useCallback(() => held.current?.(), []);
  const originalUrl = item.original_url;
  const hasFrame = item.html !== null && !item.problem;
  useEffect(() => {
    if (!parts.current || !hasFrame || hasHeight(item.id, width.current)) return;
    const end = hold(parts.current);
    held.current = end;
    return end;
  }, [hasFrame, hold, item.id]);
  const head = useMemo(() => headOf(item), [item]);
  const keepPage = useCallback((made: PrintablePage) => void (page.current = made), []);
  // Programs put the same invitation in twice: as a part to be shown and as a file.
  const invitation = item.attachments.find(({ content_type }) => content_type === CALENDAR);
  const listed = item.attachments.filter((file) => !shownInside.includes(file));
  const print = () =>
    load(
      () => import(/* webpackChunkName: "mail" */ './frame/print-email'),
      ({ printEmail, textPage }) =>
        printEmail((item.html !== null && page.current) || textPage(item.message), head, trustedFrame),
      messages.actionFailed,
    );
  return (
    <Parts ref={parts}>
      {item.automatic && <AutomaticNote automatic={item.automatic} />}
      <Head>
        {head.map(([label, text], index) => (
          <HeadLine key={label} label={label} text={text} isSubject={index === 0} />
        ))}
      </Head>
      <SenderNotes item={item} customer={customerEmail} />
      <MailLimits item={item} />
      {/* Of a mail that could not be read the text says why, as its notice does. */}
      {item.problem ? null : item.html === null ? (
        <EmailText text={whole.content ?? item.message} subject={item.subject} />
      ) : (
        <EmailFrame
          item={item}
          html={item.html}
          whole={whole.content}
          onShows={setShownInside}
          onPage={keepPage}
          onSettled={release}
          onWhole={showsWhole}
        />
      )}
      {item.whole && !item.problem && (
        <WholeMailNotice
          mail={whole}
          length={item.whole.length}
          isShown={item.html === null ? whole.content !== null : isWhole}
        />
      )}
      {invitation && <InvitationCard attachment={invitation} />}
      {listed.map((attachment) => (
        <AttachmentView key={attachment.id} attachment={attachment} />
      ))}
      <Tools>
        <MailActions mail={item} />
        <Button size="small" variant="quiet" onClick={print}>
          <Printer size={16} aria-hidden />
          {messages.email.print}
        </Button>
        {originalUrl !== null && (
          <Button
            size="small"
            variant="quiet"
            onClick={() =>
              showOver(
                <OriginalDialog url={originalUrl} filename={`mail-${item.id}.eml`} onClose={() => showOver(null)} />,
              )
            }
          >
            <FileCode size={16} aria-hidden />
            {messages.email.original}
          </Button>
        )}
      </Tools>
    </Parts>
  );
}

const HeadLine = ({ label, text, isSubject }: { label: string; text: string; isSubject: boolean }) => (
  <>
    <dt>{label}</dt>
    <dd dir="auto" data-subject={isSubject || undefined}>
      {text}
    </dd>
  </>
);
