import { ErrorState } from '@inbox/ui';
import type { PanelFailure } from './failure';
import { failureText, panelMessages } from './messages';
import { ErrorPlace } from './parts';

interface PanelErrorStateProps {
  title: string;
  failure: PanelFailure;
  onRetry: () => void;
}

/** Stands where the panel would; the rest of the page works on. */
export function PanelErrorState({ title, failure, onRetry }: PanelErrorStateProps) {
  return (
    <ErrorPlace aria-label={title} data-failure={failure.kind}>
      <ErrorState text={`${panelMessages.failed(title)} ${failureText(failure)}`} onRetry={onRetry} />
    </ErrorPlace>
  );
}
