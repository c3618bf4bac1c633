import { color, EmptyState, styled } from '@inbox/ui';
import { Signpost } from 'lucide-react';
import { Link } from 'react-router-dom';
import { messages } from '../lib/messages';
import { TICKETS_PATH } from './routes';

const Cover = styled.main`
  flex: 1;
  display: flex;
  background: ${color.page};
`;

/** Stands at the old inbox's address when it names no ticket (spec section 2). */
export function OldHomeNotice() {
  const { title, text, link } = messages.oldHome;
  return (
    <Cover>
      <EmptyState
        title={title}
        text={text}
        icon={<Signpost size={32} aria-hidden />}
        action={<Link to={TICKETS_PATH}>{link}</Link>}
      />
    </Cover>
  );
}
