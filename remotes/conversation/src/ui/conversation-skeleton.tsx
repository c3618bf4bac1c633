import { color, Skeleton, styled, VisuallyHidden } from '@inbox/ui';
import { messages } from '../messages';

const Header = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  block-size: 68px;
  padding: 0 16px;
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};

  & > span:last-of-type {
    flex: 1;
  }
`;

const Bubbles = styled.div`
  flex: 1;
  min-block-size: 0;
  display: flex;
  flex-direction: column;
  justify-content: flex-end;
  gap: 12px;
  padding: 16px 24px;
  overflow: hidden;

  & > span:nth-of-type(even) {
    align-self: flex-end;
  }
`;

const Reply = styled.div`
  padding: 10px 16px 12px;
  border-block-start: 1px solid ${color.line};
  background: ${color.surface};
`;

/** Four messages (spec section 9). */
export const MessagesSkeleton = () => (
  <Bubbles>
    <Skeleton width="48%" height={64} />
    <Skeleton width="54%" height={84} />
    <Skeleton width="36%" height={48} />
    <Skeleton width="44%" height={64} />
  </Bubbles>
);

/** The size of what comes: header, messages, reply box. */
export const ConversationSkeleton = () => (
  <>
    <VisuallyHidden role="status">{messages.loading}</VisuallyHidden>
    <Header>
      <Skeleton width={36} height={36} round />
      <span>
        <Skeleton width={140} height={16} />
      </span>
    </Header>
    <MessagesSkeleton />
    <Reply>
      <Skeleton height={94} />
    </Reply>
  </>
);
