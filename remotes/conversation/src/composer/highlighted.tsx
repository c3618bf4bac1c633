import { NOT_FOUND } from '@inbox/domain/conversation';
import { color, styled } from '@inbox/ui';

const Layer = styled.div`
  position: absolute;
  inset: 0;
  padding: 10px 12px 6px;
  overflow: hidden;
  color: transparent;
  font: inherit;
  white-space: pre-wrap;
  overflow-wrap: break-word;
  pointer-events: none;

  & mark {
    border-radius: 3px;
    background: ${color.warningSurface};
    box-shadow: 0 0 0 1px ${color.warning};
    color: transparent;
  }
`;

/** Lies behind the reply box, letter for letter, and marks the values that were not found. */
export function Highlighted({ text, scrolled }: { text: string; scrolled: number }) {
  const [first, ...rest] = text.split(NOT_FOUND).map((part, at) => ({ part, key: `${at} ${part}` }));
  if (first === undefined || rest.length === 0) return null;
  return (
    <Layer aria-hidden data-highlighted>
      <div style={{ transform: `translateY(${-scrolled}px)` }} dir="auto">
        {first.part}
        {rest.map(({ part, key }) => (
          <span key={key}>
            <mark>{NOT_FOUND}</mark>
            {part}
          </span>
        ))}
      </div>
    </Layer>
  );
}
