import type { PanelDescription } from '@inbox/panel/description';
import { ErrorState } from '@inbox/ui';
import type { PanelFailure } from './failure';
import { failureText } from './messages';
import { ErrorPlace } from './parts';

interface PanelErrorStateProps {
  description: Pick<PanelDescription, 'title' | 'failed'>;
  failure: PanelFailure;
  onRetry: () => void;
}

/** Stands where the panel would; the rest of the page works on. */
export function PanelErrorState({ description: { title, failed }, failure, onRetry }: PanelErrorStateProps) {
  return (
    <ErrorPlace aria-label={title} data-failure={failure.kind}>
      <ErrorState text={`${failed} ${failureText(failure)}`} onRetry={onRetry} />
    </ErrorPlace>
  );
}
