import { jest } from '@jest/globals';
import type { BlobStore } from '../storage/blob-store';
import type { gatedHeap } from './gates';

/**
 * Puts a heap of the test's own under the panel, since jsdom has no database. To be imported before anything that imports
 * the panel.
 */
export const held: { browser: ReturnType<typeof gatedHeap> | null } = { browser: null };

jest.mock('../storage/blob-store', () => ({
  createBlobStore: (): BlobStore => {
    if (!held.browser) throw new Error('The test has not laid a heap ready');
    return held.browser.heap;
  },
}));
