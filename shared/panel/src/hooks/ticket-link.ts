import type { KeyboardEvent, MouseEvent } from 'react';
import { usePanel } from './hooks';

/** What an `<a>` needs to lead to a ticket. */
export interface TicketLinkProps {
  href: string | undefined;
  /** In a page without addresses the link is one by name and keyboard only. */
  role?: 'link';
  tabIndex?: 0;
  onClick(event: MouseEvent): void;
  onKeyDown?(event: KeyboardEvent<HTMLElement>): void;
}

/** Does the click mean this page? With the middle button or a modifier key a new tab or window is the browser's business. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Returns the attributes of a link to a ticket, by the ticket's number. */
export function useTicketLink(): (id: number) => TicketLinkProps {
  const { addressOf, navigate } = usePanel();
  return (id) => {
    const href = addressOf({ to: 'ticket', id });
    const onClick = (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      navigate({ to: 'ticket', id });
    };
    if (href !== undefined) return { href, onClick };
    const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter') event.currentTarget.click();
    };
    return { href, role: 'link', tabIndex: 0, onClick, onKeyDown };
  };
}
