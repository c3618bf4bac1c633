import { color, styled } from '@inbox/ui';

/** A key, as it is printed on one. */
export const Key = styled.kbd`
  display: inline-block;
  min-inline-size: 24px;
  padding: 1px 6px;
  border: 1px solid ${color.lineStrong};
  border-radius: 5px;
  background: ${color.surface2};
  color: ${color.text2};
  font: inherit;
  font-size: 12px;
  line-height: 18px;
  text-align: center;
  white-space: nowrap;
`;
