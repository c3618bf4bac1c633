import type { PanelFailure } from './failure';
import { failureText, panelMessages } from './messages';
import { ErrorBox, PlainButton } from './parts';

interface PanelErrorStateProps {
  title: string;
  failure: PanelFailure;
  onRetry: () => void;
}

/** Stands where the panel would; the rest of the page works on. Plain elements, since the shared parts may be missing. */
export function PanelErrorState({ title, failure, onRetry }: PanelErrorStateProps) {
  return (
    <ErrorBox role="alert" aria-label={title} data-failure={failure.kind}>
      <h2>{panelMessages.failed(title)}</h2>
      <p>{failureText(failure)}</p>
      <PlainButton type="button" onClick={onRetry}>
        {panelMessages.retry}
      </PlainButton>
    </ErrorBox>
  );
}
