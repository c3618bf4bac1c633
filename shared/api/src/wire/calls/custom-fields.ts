import {
  customFieldSchema,
  fieldValuesSchema,
  rowsOf,
  type CustomField,
  type FieldValues,
  type Schema,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { get, postForm, type FormBody } from '../call';
import { ticketParams } from './parts';

export interface FieldValuesAnswer {
  values: FieldValues;
  /** One more with each change; 0 while nothing was ever said. */
  rev: number;
}

/**
 * The name, among the fields' ids, of the `rev` that the agent has seen. Given, values that a colleague has changed since
 * are not overwritten: 409 `fields_changed`.
 */
export const FIELDS_REV = 'rev';

const NAME = /^(?:rev|[1-9]\d{0,14})$/;

const valuesForm = (): Schema<FormBody> =>
  z.record(z.string().check(z.regex(NAME)), z.union([z.string(), z.array(z.string())]));

const valuesAnswer = (): Schema<FieldValuesAnswer> => z.object({ values: fieldValuesSchema(), rev: z.int() });

/** What the merchant wants to know of each ticket. */
export const customFieldCalls = {
  /** In their order, each with its sub-fields. */
  customFields: get<CustomField[]>('/api/inbox/ticket/fields/', () => ({
    answer: rowsOf('custom_field', customFieldSchema()),
  })),
  /** Of visible fields alone. */
  fieldValues: get<FieldValuesAnswer, { ticket_id: TicketId }>('/api/inbox/ticket/:ticket_id/field-values/', () => ({
    params: ticketParams(),
    answer: valuesAnswer(),
  })),
  /** The form has all that the ticket says from now on, by field id; what is hidden is not stored. */
  saveFieldValues: postForm<FieldValuesAnswer, { ticket_id: TicketId }>(
    '/api/inbox/ticket/:ticket_id/field-values/',
    () => ({ params: ticketParams(), body: valuesForm(), answer: valuesAnswer() }),
  ),
} as const;
