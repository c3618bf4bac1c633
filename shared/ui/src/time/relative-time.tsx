import { formatMessageTime, relativeTime, type IsoTime } from '@inbox/domain';
import { useNow } from './use-now';

/** How long ago, as short as can be (spec section 9); told anew once a minute. The full date is in its title. */
export function RelativeTime({ time, className }: { time: IsoTime; className?: string }) {
  const then = new Date(time);
  const text = useNow(60_000, (now) => relativeTime(then.getTime(), Math.max(now, then.getTime())));
  return (
    <time dateTime={time} title={formatMessageTime(then)} className={className}>
      {text}
    </time>
  );
}
