import { Button, styled } from '@inbox/ui';
import { useState } from 'react';
import { messages } from '../messages';

/** Letters that surely fit into two lines of the narrowest panel. */
const SHORT = 48;

const Name = styled.strong`
  &[data-clipped] {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;

/** The customer's name: a long one in two lines, with a button for the whole. */
export function CustomerName({ name }: { name: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = name.length > SHORT;
  return (
    <>
      <Name dir="auto" title={isLong ? name : undefined} data-clipped={(isLong && !isWhole) || undefined}>
        {name}
      </Name>
      {isLong && (
        <Button size="small" variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? messages.clipName : messages.wholeName}
        </Button>
      )}
    </>
  );
}
