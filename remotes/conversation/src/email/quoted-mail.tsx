import type { EmailMessage, MailKind } from '@inbox/domain';
import { quotedHead } from '@inbox/domain/conversation';
import { color, lazyPart, Skeleton, styled } from '@inbox/ui';
import { MessageText } from '../ui/message-text';

const EmailFrame = lazyPart(
  () => import(/* webpackChunkName: "mail" */ './frame/email-frame'),
  <Skeleton height={120} />,
);

const Quote = styled.div`
  display: flex;
  flex-direction: column;
  gap: 8px;
  padding-inline-start: 8px;
  border-inline-start: 2px solid ${color.line};
  font-size: 13px;
  overflow-wrap: anywhere;
`;

const nothing = () => undefined;

/** What a mail in the drawer quotes: in a frame of its own, where nothing of it runs, loads or leaves its place. */
export default function QuotedMail({ mail, kind }: { mail: EmailMessage; kind: MailKind }) {
  const head = quotedHead(kind, { ...mail, at: mail.sent_at ?? mail.created_at });
  return (
    <Quote>
      <p dir="auto">
        {head.map((line) => (
          <span key={line}>
            {line}
            <br />
          </span>
        ))}
      </p>
      {mail.html === null || mail.problem ? (
        <MessageText text={mail.message} />
      ) : (
        <EmailFrame
          item={mail}
          html={mail.html}
          whole={null}
          onShows={nothing}
          onPage={nothing}
          onSettled={nothing}
          onWhole={nothing}
        />
      )}
    </Quote>
  );
}
