import { color, styled, TOUCH } from '@inbox/ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { useBreakpoint } from '../slots/context';

const Bar = styled.header`
  grid-area: top;
  position: relative;
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 0 16px;
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};

  &[data-breakpoint='narrow'] {
    gap: 8px;
    padding: 0 12px;
    ${TOUCH} {
      gap: 4px;
      padding: 0 8px;
    }
  }
  /* Beside the buttons of three panels there is no room for the word of the agent's status: its dot stays. */
  @media (max-width: 400px) {
    &:has(> button + span + span + span) > button > span + span {
      display: none;
    }
  }
`;

const Product = styled.h1`
  display: flex;
  align-items: center;
  gap: 12px;
  min-inline-size: 0;
  && {
    margin-inline-end: auto;
    font-size: 16px;
  }
  /* The controls need the room, and in a low window the menu's too: the word stays for screen readers. */
  @media (max-width: 400px) {
    & > span:last-of-type {
      position: absolute;
      inline-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  @media (max-width: 400px) and (max-height: 480px) {
    & > span:first-of-type {
      display: none;
    }
  }
`;

const Logo = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  inline-size: 26px;
  block-size: 26px;
  flex: none;
  border-radius: 7px;
  background: ${color.fill};
  color: ${color.onFill};
  font-size: 13px;
`;

/** Logo, and what the page puts beside it (spec section 2, top bar). */
export function TopBar({ skipLinks, children }: { skipLinks: ReactNode; children: ReactNode }) {
  return (
    <Bar data-breakpoint={useBreakpoint()}>
      {skipLinks}
      <Product>
        <Logo aria-hidden>in</Logo>
        <span>{messages.product}</span>
      </Product>
      {children}
    </Bar>
  );
}
