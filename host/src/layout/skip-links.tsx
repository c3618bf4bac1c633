import { Button, color, layer, styled } from '@inbox/ui';
import { messages } from '../messages';
import { useShell } from '../shell-context';
import { useStore } from '../use-store';
import { focusPlace, type FocusPlace } from './focus-place';

/** Out of sight until the keyboard comes to it. */
const Links = styled.div`
  position: absolute;
  inset-block-start: 8px;
  inset-inline-start: 8px;
  z-index: ${layer.floating};
  display: flex;
  gap: 8px;
  padding: 2px;
  background: ${color.surface};

  &:not(:focus-within) {
    inline-size: 1px;
    block-size: 1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

/** Past the bars, for who works without a mouse: the first that Tab comes to. */
export function SkipLinks() {
  const { places, ticket } = useShell();
  const isOpen = useStore(ticket) !== null;
  const isNarrow = useStore(places.room) === 'narrow';
  // A narrow page shows one of the two.
  const targets: FocusPlace[] = isNarrow
    ? [isOpen ? 'conversation' : 'list']
    : isOpen
      ? ['list', 'conversation']
      : ['list'];
  return (
    <Links>
      {targets.map((place) => (
        <Button key={place} size="small" onClick={() => focusPlace(place)}>
          {messages.skipTo[place]}
        </Button>
      ))}
    </Links>
  );
}
