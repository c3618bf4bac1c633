import type { SentMessage } from '../sent-message';
import { createTemplateShelf, type TemplateShelf } from '../whatsapp/templates';
import { createStoredFiles, type StoredFile, type StoredFiles } from './stored-files';

/** Data and behaviour of the simulated channels. */
export interface GraphState {
  sent: SentMessage[];
  moderated: { what: 'hidden' | 'deleted'; id: string }[];
  files: StoredFiles;
  templates: TemplateShelf;
  /** Which numbers a business has, by its id. */
  businesses: ReadonlyMap<string, readonly string[]>;
  nameOf: (id: string) => string | null;
  mode: 'accept' | 'refuse' | 'fail';
  /** Numbers whose messages are refused for good. */
  refused: ReadonlySet<string>;
  /** The next `calls` WhatsApp messages are answered with 429 and a wait of `retryAfter` seconds. */
  limit: { calls: number; retryAfter: number };
  limited: number;
}

export const createGraphState = (
  businesses: GraphState['businesses'],
  nameOf: GraphState['nameOf'],
  mediaFor: ((id: string) => StoredFile | null) | undefined,
): GraphState => ({
  sent: [],
  moderated: [],
  files: createStoredFiles(mediaFor),
  templates: createTemplateShelf(),
  businesses,
  nameOf,
  mode: 'accept',
  refused: new Set(),
  limit: { calls: 0, retryAfter: 0 },
  limited: 0,
});
