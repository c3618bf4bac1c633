import { color, styled } from '@inbox/ui';

export const Field = styled.input`
  flex: none;
  padding: 14px 20px;
  border: 0;
  border-block-end: 1px solid ${color.line};
  background: transparent;
  font-size: 16px;
  && {
    outline: none;
  }
  &::placeholder {
    color: ${color.text3};
  }
`;

export const Options = styled.ul`
  && {
    padding: 6px;
  }
  overflow: auto;
`;

export const Option = styled.li`
  display: flex;
  align-items: center;
  gap: 12px;
  min-block-size: 36px;
  padding: 4px 14px;
  border-radius: 8px;
  cursor: pointer;

  &[aria-selected='true'] {
    background: ${color.accentSurface};
    color: ${color.accent};
  }
`;

export const Group = styled.span`
  margin-inline-start: auto;
  font-size: 12px;
  color: ${color.text2};
`;

export const Empty = styled.p`
  padding: 20px;
  text-align: center;
  color: ${color.text2};
`;
