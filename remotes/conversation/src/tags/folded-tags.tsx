import { Button, styled, TOUCH } from '@inbox/ui';
import { useState } from 'react';
import { messages } from '../messages';
import { usePanelWidth } from '../ui/panel-width';

/** Pixels of the panel for each tag that stands in the row beside the box for new ones. */
const EACH = 120;
const LEAST = 2;

/** A ticket's tags, as many as there is room for; the rest is counted until it is asked for. */
export interface FoldedTags {
  shown: readonly string[];
  hidden: number;
  isOpen: boolean;
  toggle(): void;
}

export function useFoldedTags(tags: readonly string[]): FoldedTags {
  const width = usePanelWidth();
  const [isOpen, setOpen] = useState(false);
  const most = Math.max(LEAST, Math.floor(width / EACH) - 1);
  // A button that stands for one tag only would take the room of that tag.
  const hidden = tags.length - most > 1 ? tags.length - most : 0;
  return {
    shown: isOpen || hidden === 0 ? tags : tags.slice(0, most),
    hidden,
    isOpen,
    toggle: () => setOpen(!isOpen),
  };
}

/** As high as a tag; more than the buttons in them. */
const Toggle = styled(Button)`
  && {
    inline-size: auto;
    min-block-size: 24px;
    padding: 0 6px;
    ${TOUCH} {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
  }
`;

/** '+n', which shows the other tags; then what hides them again. Nothing where all have room. */
export function FoldButton({ folded: { hidden, isOpen, toggle } }: { folded: FoldedTags }) {
  if (hidden === 0) return null;
  const { more, showMore, fewer } = messages.tags;
  return (
    <li>
      <Toggle
        size="small"
        variant="quiet"
        aria-expanded={isOpen}
        aria-label={isOpen ? fewer : showMore(hidden)}
        title={isOpen ? fewer : showMore(hidden)}
        onClick={toggle}
      >
        {isOpen ? '−' : more(hidden)}
      </Toggle>
    </li>
  );
}
