import { Skeleton, styled, VisuallyHidden } from '@inbox/ui';
import { messages } from '../../messages';
import { LOADING } from '../../parts/section-skeleton';

const Lines = styled.div`
  display: flex;
  flex-direction: column;
  gap: 16px;

  & > div {
    display: flex;
    align-items: center;
    gap: 12px;
  }
`;

/** Of the shape of a profile, in four rows (spec section 9): the avatar with the name, and three fields. */
export const ProfileSkeleton = () => (
  <Lines role="status" {...{ [LOADING]: '' }}>
    <VisuallyHidden>{messages.loading}</VisuallyHidden>
    <div>
      <Skeleton width={44} height={44} round />
      <Skeleton width="50%" height={16} />
    </div>
    {[1, 2, 3].map((field) => (
      <Skeleton key={field} width="80%" />
    ))}
  </Lines>
);
