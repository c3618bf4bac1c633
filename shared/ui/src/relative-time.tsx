import { formatMessageTime, relativeTime, type IsoTime } from '@inbox/domain';
import { useNow } from './use-now';

/** How long ago, as short as can be (spec section 9); told anew once a minute. The full date is in its title. */
export function RelativeTime({ time, className }: { time: IsoTime; className?: string }) {
  const now = useNow(60_000);
  const then = new Date(time);
  return (
    <time dateTime={time} title={formatMessageTime(then)} className={className}>
      {relativeTime(then.getTime(), Math.max(now, then.getTime()))}
    </time>
  );
}
