import type { AutomaticMail } from '@inbox/domain';
import { color, styled } from '@inbox/ui';
import { Bot, MailX } from 'lucide-react';
import { messages } from '../../../messages';

const Note = styled.p`
  display: flex;
  gap: 8px;
  font-weight: 600;
  font-size: 13px;
  line-height: 20px;
  overflow-wrap: anywhere;

  & > svg {
    flex: none;
    margin-block-start: 2px;
  }
  &[data-kind='bounce'] {
    color: ${color.bad};
  }
`;

/** What a mail is that a program wrote. */
export function AutomaticNote({ automatic }: { automatic: AutomaticMail }) {
  const Icon = automatic.kind === 'bounce' ? MailX : Bot;
  return (
    <Note data-kind={automatic.kind}>
      <Icon size={16} aria-hidden />
      <span>{messages.email.automatic[automatic.kind](automatic)}</span>
    </Note>
  );
}
