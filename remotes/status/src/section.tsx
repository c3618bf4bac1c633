import { color, styled } from '@inbox/ui';
import { PageSection } from '@inbox/ui/page';
import { useId, type ReactNode } from 'react';
import { formatMessageTime } from '@inbox/domain';

/** One part of the page under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <PageSection aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {children}
    </PageSection>
  );
}

/** Lines of a section. */
export const Lines = styled.ul`
  display: flex;
  flex-direction: column;
  margin: 0;
  padding: 0;
  border: 1px solid ${color.line};
  border-radius: 8px;
  list-style: none;

  & > li {
    display: flex;
    flex-direction: column;
    gap: 4px;
    padding: 10px 12px;
    overflow-wrap: anywhere;
  }
  & > li + li {
    border-block-start: 1px solid ${color.line};
  }
`;

/** What a line is about, with its state and what can be done at its end. */
export const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  min-inline-size: 0;

  & > strong {
    font-weight: 600;
    min-inline-size: 0;
  }
  & > button:first-of-type,
  & > :last-child[data-end] {
    margin-inline-start: auto;
  }
`;

/** What is less important in a line. */
export const Small = styled.p`
  margin: 0;
  color: ${color.text2};
  font-size: 12px;
  line-height: 16px;

  &[data-tone='bad'] {
    color: ${color.bad};
  }
`;

/** A moment in the reader's zone. */
export const When = ({ time }: { time: string }) => <time dateTime={time}>{formatMessageTime(new Date(time))}</time>;
