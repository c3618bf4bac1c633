import { color, styled } from '@inbox/ui';

export const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 12px 12px 12px 20px;
  border-block-end: 1px solid ${color.line};
  && h2 {
    font-size: 16px;
  }
`;

export const Body = styled.div`
  display: flex;
  flex-direction: column;
  min-block-size: 160px;
  padding: 4px 20px 16px;
  overflow: auto;
  overflow-wrap: anywhere;
`;

/** A part of the dialog; it begins with its `h3`. */
export const Section = styled.section`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 8px;
  padding-block: 16px;
  & + & {
    border-block-start: 1px solid ${color.line};
  }
  && h3 {
    font-size: 14px;
  }
`;

export const Small = styled.p`
  font-size: 12px;
  line-height: 16px;
  color: ${color.text2};
`;

export const Problem = styled.p`
  color: ${color.bad};
`;

export const Rows = styled.ul`
  align-self: stretch;
  && {
    padding: 0;
    list-style: none;
    outline: none;
  }
`;

export const Row = styled.li`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  padding-block: 8px;
  & + & {
    border-block-start: 1px solid ${color.line};
  }
  & strong {
    margin-inline-end: 8px;
    font-weight: 600;
  }
`;

export const Form = styled.form`
  display: flex;
  flex-direction: column;
  align-self: stretch;
  gap: 12px;
`;

export const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

/** Dark on light in either theme: readers of phones want it so. */
export const Qr = styled.svg`
  inline-size: min(216px, 100%);
  block-size: auto;
  align-self: flex-start;
  border-radius: 8px;
  background: #fff;
  fill: #000;
  shape-rendering: crispEdges;
`;

export const Plain = styled.code`
  display: block;
  font-family: ui-monospace, monospace;
  font-size: 14px;
  line-height: 20px;
  color: ${color.text};
`;

export const Codes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(180px, 1fr));
  gap: 4px 16px;
  align-self: stretch;
  && {
    padding: 12px;
    list-style: none;
    border: 1px solid ${color.line};
    border-radius: 8px;
  }
`;
