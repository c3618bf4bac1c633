import type { ReactNode } from 'react';
import { styled } from './theme/styled';
import { color } from './theme/tokens';

/** The root of a panel that lies over the inbox as a page: a heading, one paragraph on all of it, sections. */
export const PageRegion = styled.section`
  block-size: 100%;
  padding: 0 16px 16px;
  overflow-y: auto;
  background: ${color.surface};

  & > h2 {
    font-size: 15px;
  }
  & > p {
    margin-block: 4px 12px;
    color: ${color.text2};
    font-size: 12px;
    line-height: 16px;
  }
  & > [role='status'] {
    color: ${color.warning};
  }
`;

/** A part of the page; it begins with its `h3`. */
export const PageSection = styled.section`
  display: flex;
  flex-direction: column;
  gap: 10px;
  padding: 16px 0;
  border-block-start: 1px solid ${color.line};

  & > h3 {
    font-size: 14px;
  }
  & p {
    overflow-wrap: anywhere;
  }
`;

const Scroll = styled.div`
  max-block-size: 480px;
  overflow: auto;
  border: 1px solid ${color.line};
  border-radius: 8px;

  &:focus-visible {
    outline: 2px solid ${color.accent};
    outline-offset: 2px;
  }
  & > table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: 12px;
    line-height: 16px;
  }
  & th,
  & td {
    padding: 6px 8px;
  }
  & thead th {
    position: sticky;
    inset-block-start: 0;
    font-weight: 500;
    color: ${color.text2};
    background: ${color.surface2};
  }
  & tbody tr {
    border-block-start: 1px solid ${color.line};
  }
`;

/** Room for a table, which scrolls by itself, by keyboard too, where the page is too narrow for it. */
export const TableRegion = ({ label, children }: { label: string; children: ReactNode }) => (
  <Scroll role="region" tabIndex={0} aria-label={label}>
    {children}
  </Scroll>
);
