import type { FoundCount } from '@inbox/api';
import { color, styled, VisuallyHidden } from '@inbox/ui';
import { messages } from '../messages';

const Line = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 6px;
  min-block-size: 32px;
  padding: 2px 12px;
  border-block-end: 1px solid ${color.line};
  font-size: 13px;
  color: ${color.text2};

  & > button {
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: ${color.accent};
    cursor: pointer;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  & kbd {
    margin-inline-start: 6px;
    padding: 0 5px;
    border: 1px solid ${color.line};
    border-radius: 4px;
    font: inherit;
    font-size: 12px;
  }
  @media (pointer: coarse), (max-width: 480px) {
    & > button {
      min-block-size: 44px;
    }
    & kbd {
      display: none;
    }
  }
`;

interface FoundLineProps {
  /** Null while it is not known. */
  found: FoundCount | null;
  /** Searches everybody's tickets; left out when the search does. */
  onEverybody: (() => void) | undefined;
}

/** What of all that a search finds is listed: the filter of agents is on by default, and hides most of it. */
export default function FoundLine({ found, onEverybody }: FoundLineProps) {
  if (found === null && onEverybody === undefined) return null;
  return (
    <Line>
      <span role="status">
        {found === null ? (
          messages.foundUnknown
        ) : (
          <>
            <span aria-hidden>{messages.found(found.shown, found.everybody, found.more)}</span>
            <VisuallyHidden>{messages.foundAnnounced(found.shown, found.everybody, found.more)}</VisuallyHidden>
          </>
        )}
      </span>
      {onEverybody && (
        <>
          <span aria-hidden>·</span>
          <button type="button" aria-keyshortcuts={messages.foundKey.toLowerCase()} onClick={onEverybody}>
            {messages.foundOfEverybody}
            <kbd aria-hidden>{messages.foundKey}</kbd>
          </button>
        </>
      )}
    </Line>
  );
}
