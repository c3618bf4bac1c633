import { color, styled, TOUCH } from '@inbox/ui';

/** The look of a text field with what is chosen or offered around it. */
export const Box = styled.div`
  border: 1px solid ${color.lineStrong};
  border-radius: 8px;
  background: ${color.surface};

  &[data-invalid] {
    border-color: ${color.bad};
  }
  &:focus-within {
    border-color: ${color.accent};
    box-shadow: 0 0 0 1px ${color.accent};
  }
  & > input {
    inline-size: 100%;
    min-block-size: 32px;
    ${TOUCH} {
      min-block-size: 44px;
    }
    padding: 5px 10px;
    border: 0;
    border-radius: 8px;
    background: transparent;
    color: ${color.text};
    font: inherit;
    font-size: 14px;
    line-height: 20px;
  }
  && > input:focus-visible {
    outline: none;
  }
`;

export const List = styled.ul`
  position: relative;
  max-block-size: 180px;
  overflow-y: auto;
  padding: 4px;
  border-block-start: 1px solid ${color.line};

  & > li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-block-size: 28px;
    ${TOUCH} {
      min-block-size: 44px;
    }
    padding: 2px 8px;
    border-radius: 5px;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  & > li[data-active] {
    background: ${color.accentSurface};
  }
  & > li[aria-selected='true'] {
    color: ${color.accent};
  }
  & > li > span {
    min-inline-size: 0;
  }
`;

/** The options open below the field, which may be at the end of what is in view. */
export const reveal = (list: HTMLElement | null): void => list?.scrollIntoView?.({ block: 'nearest' });

/** As many as are drawn at once; more are found by typing. */
const SHOWN = 100;

export const matching = (options: readonly string[], text: string): string[] => {
  const wanted = text.trim().toLocaleLowerCase();
  return options.filter((option) => option.toLocaleLowerCase().includes(wanted)).slice(0, SHOWN);
};
