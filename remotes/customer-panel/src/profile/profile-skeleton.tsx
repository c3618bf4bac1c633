import { Button, Skeleton, VisuallyHidden } from '@inbox/ui';
import { messages } from '../messages';
import { LOADING } from '../sections/section-skeleton';
import { StatsSkeleton } from './figures/order-stats';
import { PastTickets } from './past-tickets/past-tickets';
import { Fields, Line, Who } from './profile-parts';
import type { PastTicketsState } from './past-tickets/use-past-tickets';

const ON_THE_WAY: PastTicketsState = { state: 'loading' };

interface ProfileSkeletonProps {
  /** Will the button be there by which it is corrected? */
  mayCorrect?: boolean;
  /** The customer's other tickets, which may be known before. */
  past?: PastTicketsState;
}

/**
 * Of the shape and height of a profile, in four rows (spec section 9): the avatar with the name, three fields, figures and
 * past tickets. What comes takes its place, and nothing below moves.
 */
export const ProfileSkeleton = ({ mayCorrect = false, past = ON_THE_WAY }: ProfileSkeletonProps) => (
  <div role="status" {...{ [LOADING]: '' }}>
    <VisuallyHidden>{messages.loading}</VisuallyHidden>
    <Who aria-hidden>
      <Skeleton width={44} height={44} round />
      <div>
        <Line>
          <Skeleton width="60%" height={14} />
        </Line>
        <Line>
          <Skeleton width="40%" />
        </Line>
      </div>
    </Who>
    <div aria-hidden>
      <Fields>
        {['70%', '60%', '45%'].map((width) => (
          <div key={width}>
            <Skeleton width={width} />
          </div>
        ))}
      </Fields>
      {mayCorrect && (
        <Button size="small" disabled style={{ visibility: 'hidden' }}>
          {messages.correction.button}
        </Button>
      )}
    </div>
    <StatsSkeleton />
    <div aria-hidden>
      <PastTickets past={ON_THE_WAY} rows={past.state === 'here' ? past.tickets.length : 1} />
    </div>
  </div>
);
