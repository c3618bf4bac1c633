import { styled } from '../theme/styled';
import { color } from '../theme/tokens';

/** A label with the input, select or textarea that it names, one above the other. */
export const Field = styled.label`
  display: flex;
  flex-direction: column;
  gap: 4px;
  min-inline-size: 0;
  font-size: 12px;
  line-height: 16px;
  color: ${color.text2};

  & > input,
  & > select,
  & > textarea {
    min-block-size: 32px;
    inline-size: 100%;
    padding: 5px 10px;
    border: 1px solid ${color.lineStrong};
    border-radius: 8px;
    background: ${color.surface};
    color: ${color.text};
    font: inherit;
    font-size: 14px;
    line-height: 20px;
  }
  & > [aria-invalid='true'] {
    border-color: ${color.bad};
  }
`;
