import * as z from 'zod/mini';
import type { CustomField, FieldValues } from '../tickets/custom-field';
import type { CustomFieldId } from '../ids';
import { nameOf } from './newer';
import { idSchema, type Schema } from './primitives';

const TYPES = ['single_input', 'multiple_input'] as const;

/** A field with its sub-fields. A type of tomorrow is read as a single input; the server minds its rules. */
export const customFieldSchema = (): Schema<CustomField> => {
  const field: Schema<CustomField> = z.object({
    id: idSchema<CustomFieldId>(),
    field_name: z.string(),
    field_type: nameOf('custom_field.field_type', TYPES, 'single_input'),
    is_required: z.boolean(),
    is_fixed_values: z.boolean(),
    pre_defined_options: z.array(z.object({ field_value: z.string(), sub_fields: z.array(z.lazy(() => field)) })),
  });
  return field;
};

/** The texts of each field, by its id. What has none is left out. */
export const fieldValuesSchema = (): Schema<FieldValues> =>
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((given: Record<string, unknown>): FieldValues => {
      const read = Object.entries(given).flatMap(([id, value]) => {
        const texts = z.safeParse(z.array(z.string()), value);
        return texts.success ? [[id, texts.data] as const] : [];
      });
      return Object.fromEntries(read);
    }),
  );
