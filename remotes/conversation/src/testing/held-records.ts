import { beforeEach, jest } from '@jest/globals';
import type { RecordDb } from '../session/record-db';
import { aBrowser } from './a-browser';

/**
 * Puts records of the test's own under the panel, which answer within the task, so that time can stand still. To be
 * imported before anything that imports the panel.
 */
export const heldRecords = { browser: aBrowser() };

jest.mock('../session/record-db', () => ({
  KINDS: ['outbox', 'drafts', 'comment-drafts', 'uploads', 'handled', 'undo'],
  createRecordDb: (): RecordDb => heldRecords.browser.db(),
}));

beforeEach(() => {
  heldRecords.browser = aBrowser();
});
