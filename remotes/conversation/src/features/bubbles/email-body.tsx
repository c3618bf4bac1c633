import { formatMessageTime, type EmailAddress, type EmailMessage } from '@inbox/domain';
import { color, Skeleton, styled } from '@inbox/ui';
import { lazy, Suspense } from 'react';
import { messages } from '../../messages';
import { AttachmentView } from './attachments';
import { MessageText } from './message-text';

// The sanitiser is loaded with the first mail that needs it.
const EmailFrame = lazy(() => import('./email-frame'));

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

const addressText = ({ name, email }: EmailAddress) => (name === '' ? email : `${name} <${email}>`);

function Addresses({ label, of }: { label: string; of: EmailAddress[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd dir="auto">{of.map(addressText).join(', ')}</dd>
    </>
  );
}

/** A mail: who to whom, when, about what; its HTML in a frame of its own, or its plain text; its attachments. */
export function EmailBody({ item }: { item: EmailMessage }) {
  return (
    <Parts>
      <Head>
        <dt>{messages.email.subject}</dt>
        <dd dir="auto" data-subject>
          {item.subject || messages.email.noSubject}
        </dd>
        <Addresses label={messages.email.from} of={item.from} />
        <Addresses label={messages.email.to} of={item.to} />
        <Addresses label={messages.email.cc} of={item.cc} />
        <Addresses label={messages.email.bcc} of={item.bcc} />
        <dt>{messages.email.date}</dt>
        <dd>{formatMessageTime(new Date(item.created_at))}</dd>
      </Head>
      {item.html === null ? (
        <MessageText text={item.message} />
      ) : (
        <Suspense fallback={<Skeleton height={120} />}>
          <EmailFrame html={item.html} />
        </Suspense>
      )}
      {item.attachments.map((attachment) => (
        <AttachmentView key={attachment.id} attachment={attachment} />
      ))}
    </Parts>
  );
}
