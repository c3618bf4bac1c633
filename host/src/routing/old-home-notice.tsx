import { isPlainClick } from '@inbox/panel';
import { color, EmptyState, styled } from '@inbox/ui';
import { Signpost } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { TICKETS_PATH } from './routes';

const messages = {
  title: 'The inbox has moved',
  text: 'This address belongs to the old inbox. Your tickets and conversations are on the new site.',
  link: 'Go to the new site',
} as const;

const Cover = styled.main`
  flex: 1;
  display: flex;
  background: ${color.page};
`;

/** Stands at the old inbox's address when it names no ticket (spec section 2). */
export default function OldHomeNotice() {
  const { title, text, link } = messages;
  return (
    <Cover>
      <EmptyState
        title={title}
        text={text}
        icon={<Signpost size={32} aria-hidden />}
        action={<TicketsLink>{link}</TicketsLink>}
      />
    </Cover>
  );
}

/** Not React Router's, the only use of which would be here: it is as large as all else that the shell has of the router. */
function TicketsLink({ children }: { children: string }) {
  const navigate = useNavigate();
  function onClick(event: MouseEvent): void {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void navigate(TICKETS_PATH);
  }
  return (
    <a href={TICKETS_PATH} onClick={onClick}>
      {children}
    </a>
  );
}
