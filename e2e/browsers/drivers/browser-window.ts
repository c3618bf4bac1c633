import type { ElementFacts, Query } from './find-in-page';

/** Names of keys as `KeyboardEvent.key` has them, of those that the journeys press. */
export type KeyName =
  | 'Enter'
  | 'Escape'
  | 'Tab'
  | 'ArrowDown'
  | 'Backspace'
  | 'Control'
  | 'Shift'
  | 'a'
  | 'j'
  | 'k'
  | 'r'
  | '/';

/** One window of a browser: what the journeys need of it, the same for every browser. */
export interface BrowserWindow {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /** What the query finds at this moment, in document order. */
  find(query: Query): Promise<ElementFacts[]>;
  /** A real click on the first element that the query finds. Rejects when there is none, or when something covers it. */
  click(query: Query): Promise<void>;
  /** Chooses a file in the first file input that the query finds. */
  choose(query: Query, path: string): Promise<void>;
  /** Real key presses, in what has the focus. */
  type(text: string): Promise<void>;
  /** Presses keys at the same time, the last one while those before are held down. */
  press(...keys: KeyName[]): Promise<void>;
  /** What the expression is in the page, once it is settled; as JSON has it. */
  read(expression: string): Promise<unknown>;
  screenshot(): Promise<Buffer>;
  /** What the page has logged as an error so far, exceptions and what its policy blocked too; none where a driver has no log. */
  errors(): readonly string[];
  close(): Promise<void>;
}
