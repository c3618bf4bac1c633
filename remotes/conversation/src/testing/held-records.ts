import { beforeEach, jest } from '@jest/globals';
import type * as recordDb from '../session/record-db';
import { aBrowser } from './a-browser';

/**
 * Puts records of the test's own under the panel, which answer within the task, so that time can stand still. To be
 * imported before anything that imports the panel.
 */
export const heldRecords = { browser: aBrowser() };

jest.mock('../session/record-db', () => ({
  ...jest.requireActual<typeof recordDb>('../session/record-db'),
  createRecordDb: (): recordDb.RecordDb => heldRecords.browser.db(),
}));

beforeEach(() => {
  heldRecords.browser = aBrowser();
});
