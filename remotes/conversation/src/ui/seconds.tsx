import { onTick, styled } from '@inbox/ui';
import { useLayoutEffect, useRef } from 'react';

const SECOND_MS = 1_000;

/**
 * The same text with other digits stands unseen in the flow and gives the size; what changes lies over it and is contained,
 * so that the page lays out and paints nothing else.
 */
const Box = styled.span`
  position: relative;
  display: inline-block;
  max-inline-size: 100%;
  vertical-align: bottom;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;

  &::before {
    content: attr(data-shape);
    display: block;
    overflow: hidden;
    visibility: hidden;
  }
  & > span {
    position: absolute;
    inset: 0;
    contain: strict;
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

interface SecondsProps {
  /** What stands there now. */
  text(): string;
  /** Does it change by itself? No timer runs for what stands still. */
  runs: boolean;
}

/**
 * A text that is another one every second. It is written past React, and with all others of its kind in one frame: an open
 * conversation that nobody touches costs hardly more than that.
 */
export function Seconds({ text, runs }: SecondsProps) {
  const box = useRef<HTMLSpanElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const write = () => {
      const says = text();
      const shape = says.replaceAll(/\d/g, '0');
      if (box.current && box.current.dataset['shape'] !== shape) box.current.dataset['shape'] = shape;
      if (line.current && line.current.textContent !== says) line.current.textContent = says;
    };
    write();
    return runs ? onTick(SECOND_MS, write) : undefined;
  }, [text, runs]);
  return (
    <Box ref={box}>
      <span ref={line} />
    </Box>
  );
}
