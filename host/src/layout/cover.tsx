import { color, styled } from '@inbox/ui';

/** Stands in place of the inbox. */
export const Cover = styled.main`
  flex: 1;
  display: flex;
  background: ${color.page};
`;
