import type { EmailMessage, SenderQuestion } from '@inbox/domain';
import { senderQuestions, senderWarnings } from '@inbox/domain/conversation';
import { color, styled } from '@inbox/ui';
import { TriangleAlert } from 'lucide-react';
import { recipientMessages } from '../../recipient-messages';

const Notes = styled.div`
  display: flex;
  gap: 8px;
  padding: 8px 12px;
  border-radius: 8px;
  background: ${color.warningSurface};
  color: ${color.warning};
  font-size: 13px;
  line-height: 20px;
  overflow-wrap: anywhere;

  & svg {
    flex: none;
    margin-block-start: 2px;
  }
`;

interface SenderNotesProps {
  item: EmailMessage;
  /** The address of the ticket's customer. */
  customer: string | null;
}

/** What an agent should know of who sent a mail, in words. Nothing where there is nothing to say. */
export function SenderNotes({ item, customer }: SenderNotesProps) {
  const { sender } = recipientMessages;
  const words = [
    ...senderWarnings(item, customer).map(({ kind, email, isOtherDomain }) =>
      sender[kind](email, isOtherDomain, customer ?? ''),
    ),
    ...senderQuestions(item, customer).map(wordsOf),
  ];
  if (words.length === 0) return null;
  return (
    <Notes role="note" aria-label={sender.label}>
      <TriangleAlert size={16} aria-hidden />
      <div>
        {words.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Notes>
  );
}

function wordsOf(question: SenderQuestion): string {
  const { unverified, doubt, look_alike, name_is_address, through } = recipientMessages.sender;
  switch (question.kind) {
    case 'unverified':
      return unverified(doubt[question.doubt](question.domain || '?', question.proven));
    case 'through':
      return through(question.through, question.author);
    case 'look_alike':
      return look_alike(question.domain, question.known);
    case 'name_is_address':
      return name_is_address(question.name, question.email);
  }
}
