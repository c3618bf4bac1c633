import { color, css, styled } from '@inbox/ui';

const HEIGHT = 'min(46dvh, 440px)';

/**
 * The page makes room, and has a line around each panel or what stands in its place, over all that is drawn in it. Its name
 * is drawn, and not read out.
 */
export const outlines = css`
  body [data-shell] {
    block-size: calc(100% - ${HEIGHT});
  }
  [data-panel],
  [data-failure] {
    position: relative;
    --inspected: ${color.accent};
  }
  [data-failure] {
    --inspected: ${color.bad};
  }
  [data-panel]::before,
  [data-failure]::before {
    content: '';
    position: absolute;
    inset: 0;
    z-index: 9;
    border: 2px dashed var(--inspected);
    pointer-events: none;
  }
  [data-panel]::after,
  [data-failure]::after {
    content: attr(data-panel) / '';
    position: absolute;
    inset-block-start: 0;
    inset-inline-end: 0;
    z-index: 9;
    padding: 0 6px;
    border-end-start-radius: 6px;
    background: var(--inspected);
    color: ${color.surface};
    font-size: 11px;
    line-height: 18px;
    pointer-events: none;
  }
  [data-failure]::after {
    content: attr(aria-label) / '';
  }
`;

export const Place = styled.section`
  position: fixed;
  inset-inline: 0;
  inset-block-end: 0;
  z-index: 1900;
  display: flex;
  flex-direction: column;
  block-size: ${HEIGHT};
  border-block-start: 2px solid ${color.accent};
  background: ${color.surface};
  color: ${color.text};
  font-size: 13px;
  box-shadow: 0 -8px 24px rgb(0 0 0 / 18%);
`;

export const Bar = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 10px;
  padding: 6px 12px;
  border-block-end: 1px solid ${color.line};
  && h2 {
    margin-inline-end: auto;
    font-size: 14px;
  }
  & label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
`;

export const FilterField = styled.input`
  min-inline-size: 0;
  inline-size: 240px;
  flex: 0 1 auto;
  padding: 5px 8px;
  border: 1px solid ${color.lineStrong};
  border-radius: 6px;
  background: ${color.surface};
  color: inherit;
  font: inherit;
  &::placeholder {
    color: ${color.text2};
  }
`;

export const Columns = styled.div`
  flex: 1;
  display: grid;
  grid-template-columns: minmax(320px, 2fr) 3fr;
  min-block-size: 0;
  @media (max-width: 719px) {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: minmax(96px, 2fr) 3fr;
  }
`;

export const Scrolled = styled.div`
  min-inline-size: 0;
  overflow: auto;
  padding: 6px 12px;
  & + & {
    border-inline-start: 1px solid ${color.line};
    @media (max-width: 719px) {
      border-inline-start: 0;
      border-block-start: 1px solid ${color.line};
    }
  }
  & table {
    border-collapse: collapse;
    inline-size: 100%;
  }
  & th,
  & td {
    padding: 3px 12px 3px 0;
    text-align: start;
    vertical-align: top;
    white-space: nowrap;
  }
  & th {
    color: ${color.text2};
    font-weight: 500;
  }
  & td[data-fault] {
    min-inline-size: 160px;
    white-space: normal;
    color: ${color.bad};
  }
`;

export const Entry = styled.li`
  border-block-end: 1px solid ${color.line};
  & summary {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
    padding: 2px 0;
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  & summary > span:nth-of-type(-n + 2) {
    color: ${color.text2};
  }
  & pre {
    margin: 0 0 6px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    font-size: 12px;
  }
  &[data-fault] summary > span {
    color: ${color.bad};
    font-weight: 600;
  }
`;
