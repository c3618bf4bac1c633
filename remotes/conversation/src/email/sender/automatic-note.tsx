import type { AutomaticMail } from '@inbox/domain';
import { color, styled } from '@inbox/ui';
import { Bot, MailCheck, MailOpen, MailWarning, MailX, type LucideIcon } from 'lucide-react';
import { messages } from '../../messages';

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

const icons: Record<AutomaticMail['kind'], LucideIcon> = {
  bounce: MailX,
  delayed: MailWarning,
  delivered: MailCheck,
  read: MailOpen,
  not_read: MailX,
  out_of_office: Bot,
  auto_reply: Bot,
};

/** What a mail is that a program wrote. */
export function AutomaticNote({ automatic }: { automatic: AutomaticMail }) {
  const Icon = icons[automatic.kind];
  return (
    <Note data-kind={automatic.kind}>
      <Icon size={16} aria-hidden />
      <span>{messages.email.automatic[automatic.kind](automatic)}</span>
    </Note>
  );
}
