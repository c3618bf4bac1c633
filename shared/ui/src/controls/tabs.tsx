import { useLayoutEffect, useRef, type KeyboardEvent, type WheelEvent } from 'react';
import { messages } from '../messages';
import { styled } from '../theme/styled';
import { color, LOW_WINDOW, TOUCH } from '../theme/tokens';
import { useFadedEdges } from './use-faded-edges';
import { VisuallyHidden } from '../theme/visually-hidden';

const List = styled.div`
  position: relative;
  display: flex;
  overflow-x: auto;
  scrollbar-width: none;

  /* Tabs that do not fit fade out: there is more to scroll to. The line below them stays. */
  --fade-left: 0px;
  --fade-right: 0px;
  mask:
    linear-gradient(to right, transparent, #000 var(--fade-left) calc(100% - var(--fade-right)), transparent),
    linear-gradient(#000 0 0) bottom / 100% 1px no-repeat;
  &[data-more~='left'] {
    --fade-left: 28px;
  }
  &[data-more~='right'] {
    --fade-right: 28px;
  }
  /* Smooth where the agent moves the row, at once where it comes into being. */
  @media (prefers-reduced-motion: no-preference) {
    &:focus-within {
      scroll-behavior: smooth;
    }
  }

  &[data-look='underline'] {
    padding-inline: 2px;
    border-block-end: 1px solid ${color.line};
  }
  &[data-look='pills'] {
    gap: 6px;
    padding: 8px 12px;
    border-block-end: 1px solid ${color.line};
    ${LOW_WINDOW} {
      padding-block: 3px;
    }
    ${TOUCH} {
      padding-block: 2px;
    }
  }
`;

const Tab = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  flex: none;
  border: 0;
  background: transparent;
  color: ${color.text2};
  cursor: pointer;
  white-space: nowrap;

  &:focus-visible {
    outline-offset: -2px;
  }
  &:hover,
  &[aria-selected='true'] {
    color: ${color.text};
  }
  /* The count stands below its word: six of them fit beside each other in the usual width of a list. */
  [data-look='underline'] > & {
    flex: 1 0 auto;
    flex-direction: column;
    justify-content: center;
    gap: 0;
    padding: 2px 4px 0;
    min-block-size: 44px;
    border-block-end: 2px solid transparent;
    font-size: 12px;
    line-height: 18px;
    /* As wide as its word is when it is chosen, so that those beside it stay. */
    &::after {
      content: attr(data-label);
      block-size: 0;
      overflow: hidden;
      font-weight: 600;
      visibility: hidden;
    }
  }
  ${TOUCH} {
    min-inline-size: 44px;
    [data-look='pills'] > & {
      min-block-size: 44px;
      border-radius: 22px;
    }
  }
  ${LOW_WINDOW} {
    [data-look='underline'] > & {
      flex-direction: row;
      gap: 4px;
      min-block-size: 34px;
      &::after {
        content: none;
      }
    }
  }
  [data-look='underline'] > &[aria-selected='true'] {
    border-block-end-color: ${color.accent};
    font-weight: 600;
  }
  [data-look='pills'] > & {
    padding: 3px 10px;
    border: 1px solid ${color.line};
    border-radius: 14px;
    font-size: 13px;
  }
  [data-look='pills'] > &[aria-selected='true'] {
    border-color: transparent;
    background: ${color.accentSurface};
    color: ${color.accent};
  }
`;

/** With room for three digits, and there before it is known: a tab does not move when its count changes. */
const TabCount = styled.span`
  min-inline-size: 31px;
  min-block-size: 16px;
  padding: 0 5px;
  border-radius: 8px;
  color: ${color.text2};
  font-size: 12px;
  line-height: 16px;
  font-variant-numeric: tabular-nums;
  text-align: center;

  [aria-selected='true'] > & {
    background: ${color.accentSurface};
    color: ${color.accent};
  }
`;

export interface TabItem<V> {
  value: V;
  label: string;
  /** Left out while it is not known yet; null when it could not be had. */
  count?: number | null | undefined;
}

export interface TabsProps<V> {
  /** The accessible name of the row of tabs. */
  label: string;
  items: readonly TabItem<V>[];
  /** Undefined: none is chosen; the first one is then the stop for Tab. */
  value: V | undefined;
  onChange(value: V): void;
  look?: 'underline' | 'pills';
  /** The id of the element that the tabs change. */
  controls?: string;
}

/**
 * A row of tabs: one stop for Tab, arrow keys, Home and End move within it. Where they do not fit, the row scrolls: the
 * chosen one is brought into the middle, and a mouse wheel turns it.
 */
export function Tabs<V extends string | null>({
  label,
  items,
  value,
  onChange,
  look = 'underline',
  controls,
}: TabsProps<V>) {
  const list = useRef<HTMLDivElement>(null);
  useFadedEdges(list, items.length);

  const isCounted = items.some((item) => item.count !== undefined);
  useLayoutEffect(() => {
    const row = list.current;
    const chosen = row?.querySelector<HTMLElement>('[aria-selected=true]');
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
  }, [value, isCounted]);

  const onWheel = ({ currentTarget, deltaX, deltaY, shiftKey }: WheelEvent<HTMLElement>) => {
    if (deltaX === 0 && !shiftKey) currentTarget.scrollBy({ left: deltaY, behavior: 'instant' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const from = Math.max(
      0,
      items.findIndex((item) => item.value === value),
    );
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: items.length - 1 }[event.key];
    const target = to === undefined ? undefined : items[(to + items.length) % items.length];
    if (!target) return;
    event.preventDefault();
    onChange(target.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[items.indexOf(target)]?.focus();
  };

  return (
    <List ref={list} role="tablist" aria-label={label} data-look={look} onKeyDown={onKeyDown} onWheel={onWheel}>
      {items.map((item, index) => {
        const selected = item.value === value;
        return (
          <Tab
            key={item.value ?? ''}
            type="button"
            role="tab"
            aria-selected={selected}
            aria-controls={controls}
            data-label={item.label}
            tabIndex={selected || (value === undefined && index === 0) ? 0 : -1}
            onClick={() => onChange(item.value)}
          >
            {item.label}
            {item.count === null && (
              <TabCount title={messages.countUnknown}>
                <span aria-hidden>–</span>
                <VisuallyHidden>{messages.countUnknown}</VisuallyHidden>
              </TabCount>
            )}
            {item.count === undefined && 'count' in item && <TabCount aria-hidden />}
            {typeof item.count === 'number' && <TabCount>{item.count.toLocaleString('en-IN')}</TabCount>}
          </Tab>
        );
      })}
    </List>
  );
}
