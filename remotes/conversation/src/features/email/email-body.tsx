import { formatMessageTime, type Attachment, type EmailAddress, type EmailMessage } from '@inbox/domain';
import { Button, color, Skeleton, styled } from '@inbox/ui';
import { FileCode, Printer } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { messages } from '../../messages';
import { AttachmentView } from '../bubbles/attachments';
import { EmailText } from './email-text';
import { printEmail, textPage, type PrintablePage } from './print-email';

// The sanitiser is loaded with the first mail that needs it.
const EmailFrame = lazy(() => import('./email-frame'));
const InvitationCard = lazy(() => import('./invitation-card'));
const OriginalDialog = lazy(() => import('./original-dialog'));

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
function headOf({ subject, from, to, cc, bcc, created_at }: EmailMessage): [string, string][] {
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
    [email.date, formatMessageTime(new Date(created_at))],
  ];
}

const CALENDAR = 'text/calendar';
const NONE: readonly Attachment[] = [];

/** A mail: who to whom, when, about what; its HTML in a frame of its own, or its plain text; its attachments. */
export function EmailBody({ item }: { item: EmailMessage }) {
  const [shownInside, setShownInside] = useState(NONE);
  const [original, setOriginal] = useState(false);
  const page = useRef<PrintablePage | null>(null);
  const head = useMemo(() => headOf(item), [item]);
  const keepPage = useCallback((made: PrintablePage) => void (page.current = made), []);
  // Programs put the same invitation in twice: as a part to be shown and as a file.
  const invitation = item.attachments.find(({ content_type }) => content_type === CALENDAR);
  const listed = item.attachments.filter((file) => !shownInside.includes(file));
  return (
    <Parts>
      <Head>
        {head.map(([label, text], index) => (
          <HeadLine key={label} label={label} text={text} isSubject={index === 0} />
        ))}
      </Head>
      {item.html === null ? (
        <EmailText text={item.message} />
      ) : (
        <Suspense fallback={<Skeleton height={120} />}>
          <EmailFrame item={item} html={item.html} onShows={setShownInside} onPage={keepPage} />
        </Suspense>
      )}
      {invitation && (
        <Suspense fallback={<Skeleton height={88} />}>
          <InvitationCard attachment={invitation} />
        </Suspense>
      )}
      {listed.map((attachment) => (
        <AttachmentView key={attachment.id} attachment={attachment} />
      ))}
      <Tools>
        <Button
          size="small"
          variant="quiet"
          onClick={() => printEmail((item.html !== null && page.current) || textPage(item.message), head)}
        >
          <Printer size={16} aria-hidden />
          {messages.email.print}
        </Button>
        {item.original_url !== null && (
          <Button size="small" variant="quiet" onClick={() => setOriginal(true)}>
            <FileCode size={16} aria-hidden />
            {messages.email.original}
          </Button>
        )}
      </Tools>
      {original && item.original_url !== null && (
        <Suspense fallback={null}>
          <OriginalDialog url={item.original_url} filename={`mail-${item.id}.eml`} onClose={() => setOriginal(false)} />
        </Suspense>
      )}
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
