import { color, styled } from '@inbox/ui';

/** What waits for a decision of the agent. */
export const HeldBox = styled.section`
  flex: none;
  display: flex;
  flex-direction: column;
  gap: 8px;
  padding: 10px 16px;
  border-block-start: 1px solid ${color.line};
  background: ${color.warningSurface};

  & h3 {
    font-size: 13px;
    color: ${color.warning};
  }
  & footer {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    justify-content: flex-end;
  }
`;

/** What is to be compared, beside each other where there is room. */
export const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(200px, 100%), 1fr));
  gap: 8px;
  max-block-size: 180px;
  overflow-y: auto;

  & > div {
    padding: 8px 10px;
    border-radius: 8px;
    background: ${color.surface};
    overflow-wrap: anywhere;
  }
  & h4 {
    font-size: 12px;
    color: ${color.text2};
  }
`;
