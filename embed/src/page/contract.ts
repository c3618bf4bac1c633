import type { InboxHandle, InboxOptions } from '../types';
import type { Trust } from './trust';

/** What the script hands to the code that shows panels. */
export interface ShellDeps {
  /** Origin of the inbox. */
  inboxUrl: string;
  trust: Trust;
}

/** What mounts panels once it is loaded. */
export type ShellMount = (name: string, element: Element, options: InboxOptions, deps: ShellDeps) => InboxHandle;

/** The script element by which the page has the shell, which hands itself over by it: nothing of it is global. */
export interface ShellScript extends HTMLScriptElement {
  inboxReceive?(mount: ShellMount): void;
}
