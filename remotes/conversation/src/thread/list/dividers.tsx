import { formatDay } from '@inbox/domain';
import { color, styled, useNow } from '@inbox/ui';
import { subDays } from 'date-fns/subDays';
import { messages } from '../../messages';

const Day = styled.div`
  color: ${color.text3};
  font-size: 12px;
  line-height: 16px;
  text-align: center;
`;

export function DayDivider({ day }: { day: string }) {
  const named = useNow(60_000, (now) => nameOf(day, now));
  return <Day>{named}</Day>;
}

function nameOf(day: string, now: number): string {
  if (day === formatDay(new Date(now))) return messages.today;
  return day === formatDay(subDays(now, 1)) ? messages.yesterday : day;
}

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
