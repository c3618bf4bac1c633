import { expect, it } from '@jest/globals';
import { NO_FILTERS } from '../tickets/filters';
import { tempIdSchema, ticketIdSchema } from './names';
import { listFiltersSchema } from './filters';
import { idFromText } from './primitives';

it('an empty filter object means no filter at all', () => {
  expect(listFiltersSchema.parse({})).toEqual(NO_FILTERS);
});

it.each([
  [{ date_filter_start: '2026-02-30' }],
  [{ ticket_status: 'snoozed' }],
  [{ agent_ids: [-1] }],
  [{ search: 'x'.repeat(201) }],
])('filters like %j are refused', (filters) => {
  expect(listFiltersSchema.safeParse(filters).success).toBe(false);
});

it.each([[0], [-1], [1.5], ['7'], [null]])('%j is no ticket id', (id) => {
  expect(ticketIdSchema.safeParse(id).success).toBe(false);
});

it.each([
  ['48207', true],
  ['048', false],
  ['1e3', false],
  ['../1', false],
  ['99999999999999999999', false],
])('the path part %s is an id: %s', (text, expected) => {
  expect(idFromText().safeParse(text).success).toBe(expected);
});

it('a temp_id is a UUID', () => {
  expect(tempIdSchema.safeParse('7b0f2a52-9f43-4d7c-8d2a-0c3a5b1f9e11').success).toBe(true);
  expect(tempIdSchema.safeParse('1').success).toBe(false);
});
