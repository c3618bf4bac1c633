import { color, styled, TOUCH } from '@inbox/ui';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { holdPressed } from './hold-pressed';
import { LOADING } from './section-skeleton';

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
  text-align: start;
  cursor: pointer;

  ${TOUCH} {
    min-block-size: 44px;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  & > svg {
    flex: none;
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

/** What is in it, and while that is on its way as high as the last was: what is below does not move twice. */
const Content = styled.div`
  &:has(> [${LOADING}]) {
    block-size: var(--last-height, auto);
    overflow: hidden;
  }
`;

const ACCORDION = 'data-accordion';
const HEAD = 'data-accordion-head';

/** Sections one below the other. What is pressed in them stays where it is until it is released. */
export function Accordion({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current === null ? undefined : holdPressed(place.current)), []);
  return (
    <div ref={place} {...{ [ACCORDION]: '' }}>
      {children}
    </div>
  );
}

/** Arrow keys, Home and End move between the heads. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const head = event.currentTarget;
  const heads = [...(head.closest(`[${ACCORDION}]`)?.querySelectorAll<HTMLElement>(`[${HEAD}]`) ?? [])];
  const from = heads.indexOf(head);
  const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: heads.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  heads[(to + heads.length) % heads.length]?.focus();
}

export interface AccordionSectionProps {
  title: string;
  isOpen: boolean;
  onToggle(): void;
  /** Of whom the section speaks: for another one it is loaded anew, when it is open. */
  about: string | number;
  children: ReactNode;
}

/** One section; what is in it comes into being when it is first opened. */
export function AccordionSection({ title, isOpen, onToggle, about, children }: AccordionSectionProps) {
  const headId = useId();
  const bodyId = useId();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = content.current;
    if (!place) return;
    const observer = new ResizeObserver(([entry]) => {
      const shown = place.firstElementChild;
      const height = entry?.contentRect.height ?? 0;
      // Closed it has none.
      if (height === 0 || !shown || shown.hasAttribute(LOADING)) return;
      place.style.setProperty('--last-height', `${height}px`);
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return (
    <Section>
      <h2>
        <Head
          type="button"
          id={headId}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={onToggle}
          onKeyDown={moveFocus}
          {...{ [HEAD]: '' }}
        >
          {title}
          <ChevronDown size={16} aria-hidden />
        </Head>
      </h2>
      <Body id={bodyId} role="group" aria-labelledby={headId} hidden={!isOpen}>
        <Content ref={content}>
          <OnceOpened key={about} isOpen={isOpen}>
            {children}
          </OnceOpened>
        </Content>
      </Body>
    </Section>
  );
}

function OnceOpened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened ? children : null;
}
