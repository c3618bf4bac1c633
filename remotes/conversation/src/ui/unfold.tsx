import { IconButton, LOW_WINDOW, styled } from '@inbox/ui';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { createContext, useContext } from 'react';
import { messages } from '../messages';

/** Does a low window show what it leaves out of the conversation: tags, and at its lowest the facts about the ticket? */
export interface Unfolding {
  unfolded: boolean;
  toggle(): void;
}

export const UnfoldingContext = createContext<Unfolding>({ unfolded: false, toggle: () => undefined });

/** The panel's root carries it while all is shown; styles of what gives way ask for it. */
export const UNFOLDED = 'data-unfolded';

const Place = styled.span`
  display: none;
  ${LOW_WINDOW} {
    display: inline-flex;
  }
`;

/** Shows and hides what a low window leaves out. */
export function UnfoldButton() {
  const { unfolded, toggle } = useContext(UnfoldingContext);
  const Icon = unfolded ? ChevronUp : ChevronDown;
  return (
    <Place>
      <IconButton label={messages.unfold} aria-expanded={unfolded} onClick={toggle}>
        <Icon size={18} aria-hidden />
      </IconButton>
    </Place>
  );
}
