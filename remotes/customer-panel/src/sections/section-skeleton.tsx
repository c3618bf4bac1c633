import { Skeleton, styled, VisuallyHidden } from '@inbox/ui';
import { messages } from '../messages';

/** Spec section 9: twelve in the list, four elsewhere. */
const ROWS = [1, 2, 3, 4];

/** On what stands in the place of a section's content. */
export const LOADING = 'data-loading';

const Rows = styled.div`
  display: flex;
  flex-direction: column;
  gap: 12px;
`;

/** Stands in a section while what it shows is on its way. */
export const SectionSkeleton = () => (
  <Rows role="status" {...{ [LOADING]: '' }}>
    <VisuallyHidden>{messages.loading}</VisuallyHidden>
    {ROWS.map((row) => (
      <Skeleton key={row} height={32} />
    ))}
  </Rows>
);
