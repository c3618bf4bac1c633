import { Component, type ReactNode, type RefObject } from 'react';
import type { ThreadEntry } from '../state/thread-entries';

interface KeepPlaceProps {
  rows: readonly ThreadEntry[];
  scroller: RefObject<HTMLElement | null>;
  /** Holds the newest rows, which stand in the flow of the page. */
  newest: RefObject<HTMLElement | null>;
  /** Whether the newest message stays in view. */
  follows: RefObject<boolean>;
  children: ReactNode;
}

interface Place {
  element: Element;
  top: number;
}

/**
 * What is read stays where it is when rows come above it; at the foot it stays at the foot. A class, as nothing else in
 * React can look at the page just before it changes.
 */
export class KeepPlace extends Component<KeepPlaceProps> {
  override componentDidMount(): void {
    this.settle(null);
  }

  override getSnapshotBeforeUpdate(before: KeepPlaceProps): Place | null {
    const { rows, scroller, newest, follows } = this.props;
    if (rows === before.rows || follows.current || !scroller.current || !newest.current) return null;
    const { top } = scroller.current.getBoundingClientRect();
    const element = [...newest.current.children].find((row) => row.getBoundingClientRect().bottom > top);
    return element ? { element, top: element.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(before: KeepPlaceProps, _: unknown, place: Place | null): void {
    if (this.props.rows !== before.rows) this.settle(place);
  }

  override render(): ReactNode {
    return this.props.children;
  }

  private settle(place: Place | null): void {
    const scroller = this.props.scroller.current;
    if (!scroller) return;
    if (this.props.follows.current) scroller.scrollTop = scroller.scrollHeight;
    else if (place?.element.isConnected) {
      const moved = place.element.getBoundingClientRect().top - place.top;
      if (moved !== 0) scroller.scrollTop += moved;
    }
  }
}
