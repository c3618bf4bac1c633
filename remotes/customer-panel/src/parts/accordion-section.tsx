import { color, styled } from '@inbox/ui';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

const Section = styled.section`
  border-block-end: 1px solid ${color.line};
`;

const Head = styled.button`
  display: flex;
  align-items: center;
  justify-content: space-between;
  inline-size: 100%;
  padding: 12px 16px;
  border: 0;
  background: transparent;
  font-weight: 600;
  cursor: pointer;

  &:focus-visible {
    outline-offset: -2px;
  }
  & > svg {
    color: ${color.text3};
    transition: transform 120ms;
  }
  &[aria-expanded='true'] > svg {
    transform: rotate(180deg);
  }
`;

const Body = styled.div`
  padding: 0 16px 16px;
`;

/** One section of the panel, open until it is closed. */
export function AccordionSection({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(true);
  const headId = useId();
  const bodyId = useId();
  return (
    <Section>
      <h2>
        <Head
          type="button"
          id={headId}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen((before) => !before)}
        >
          {title}
          <ChevronDown size={16} aria-hidden />
        </Head>
      </h2>
      <Body id={bodyId} role="group" aria-labelledby={headId} hidden={!open}>
        {children}
      </Body>
    </Section>
  );
}
