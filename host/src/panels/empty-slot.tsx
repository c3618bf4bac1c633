import { EmptyState } from '@inbox/ui';
import { ErrorPlace } from '@inbox/shell/panels';

/** What a column shows when no panel is published for it. */
export const EmptySlot = ({ text }: { text: string }) => (
  <ErrorPlace aria-label={text}>
    <EmptyState title={text} />
  </ErrorPlace>
);
