import { LOW_WINDOW, styled } from '@inbox/ui';

/** The frame above the tabs, of the list's header or of the bulk actions: one height for both. */
export const HeaderBar = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  flex: none;
  block-size: 52px;
  padding-inline: 12px;
  ${LOW_WINDOW} {
    block-size: 42px;
  }
`;
