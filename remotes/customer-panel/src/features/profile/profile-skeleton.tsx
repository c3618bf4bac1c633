import { Skeleton, styled, VisuallyHidden } from '@inbox/ui';
import { messages } from '../../messages';

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

/** Of the size of a profile: avatar with two lines, three fields, three tiles. */
export const ProfileSkeleton = () => (
  <Lines role="status">
    <VisuallyHidden>{messages.loading}</VisuallyHidden>
    <div>
      <Skeleton width={44} height={44} round />
      <Skeleton width="50%" height={16} />
    </div>
    {[1, 2, 3].map((field) => (
      <Skeleton key={field} width="80%" />
    ))}
    <div>
      {[1, 2, 3].map((tile) => (
        <Skeleton key={tile} height={60} />
      ))}
    </div>
  </Lines>
);
