import { color, styled } from '@inbox/ui';
import { messages } from '../../messages';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  color: ${color.accent};
  font-size: 12px;
  line-height: 16px;
  font-weight: 600;

  &::before,
  &::after {
    content: '';
    flex: 1;
    border-block-start: 1px solid currentColor;
  }
`;

/** From here on nothing was read when the ticket was opened. */
export const UnreadDivider = () => <Line>{messages.unread}</Line>;
