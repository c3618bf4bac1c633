import { EmptyState } from '@inbox/ui';
import { ErrorPlace } from './parts';

/** What a column shows when no panel is published for it. */
export const EmptySlot = ({ text }: { text: string }) => (
  <ErrorPlace aria-label={text}>
    <EmptyState title={text} />
  </ErrorPlace>
);
