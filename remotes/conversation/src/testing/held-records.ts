import { beforeEach, jest } from '@jest/globals';
import type * as recordDb from '../storage/record-db';
import { aBrowser } from './a-browser';

/**
 * Puts records of the test's own under the panel, which answer within the task, so that time can stand still. To be
 * imported before anything that imports the panel.
 */
export const heldRecords = { browser: aBrowser() };

jest.mock('../storage/record-db', () => ({
  ...jest.requireActual<typeof recordDb>('../storage/record-db'),
  createRecordDb: (): recordDb.RecordDb => heldRecords.browser.db(),
}));

beforeEach(() => {
  heldRecords.browser = aBrowser();
});
