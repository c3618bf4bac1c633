import type { CustomFieldId } from '../ids';

export const FIELD_TYPES = ['single_input', 'multiple_input'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What a merchant wants to know of each ticket (spec section 3, Custom field). */
export interface CustomField {
  id: CustomFieldId;
  field_name: string;
  field_type: FieldType;
  is_required: boolean;
  /** Only the options are values; otherwise they are offered, and any text is one. */
  is_fixed_values: boolean;
  pre_defined_options: FieldOption[];
}

export interface FieldOption {
  field_value: string;
  /** Shown once the option is chosen. */
  sub_fields: CustomField[];
}

/** What a ticket's fields say, by field id; a field that says nothing is absent. */
export type FieldValues = Readonly<Record<string, readonly string[]>>;

/** Characters of a field's name, of an option and of a value; how many of each; and how deep sub-fields nest. */
export const MAX_FIELD_NAME = 100;
export const MAX_FIELD_VALUE = 500;
export const MAX_FIELD_OPTIONS = 200;
export const MAX_FIELD_VALUES = 50;
export const MAX_FIELDS = 200;
export const MAX_FIELD_DEPTH = 5;

export interface VisibleField {
  field: CustomField;
  /** 0 for a field of the ticket itself, one more for each option that it hangs on. */
  depth: number;
}

/** What a field says: trimmed, each text once, nothing blank. */
export function valuesOf(values: FieldValues, { id }: Pick<CustomField, 'id'>): string[] {
  const given = Object.hasOwn(values, id) ? (values[id] ?? []) : [];
  return [...new Set(given.map((value) => value.trim()))].filter((value) => value !== '');
}

/**
 * The fields that are shown for these values, from top to bottom: the sub-fields of a chosen option follow its field, in
 * the order of the options (spec section 5).
 */
export function visibleFields(fields: readonly CustomField[], values: FieldValues): VisibleField[] {
  const visible: VisibleField[] = [];
  const add = (shown: readonly CustomField[], depth: number): void => {
    for (const field of shown) {
      visible.push({ field, depth });
      const chosen = new Set(valuesOf(values, field));
      for (const option of field.pre_defined_options) {
        if (chosen.has(option.field_value)) add(option.sub_fields, depth + 1);
      }
    }
  };
  add(fields, 0);
  return visible;
}

/** What is submitted of these values: that of visible fields, and nothing else (spec section 5). */
export function cleanValues(fields: readonly CustomField[], values: FieldValues): FieldValues {
  const said = visibleFields(fields, values).map(({ field }) => [field.id, valuesOf(values, field)] as const);
  return Object.fromEntries(said.filter(([, texts]) => texts.length > 0));
}

/** The visible required fields that say nothing, from top to bottom (spec section 5). */
export function missingFields(fields: readonly CustomField[], values: FieldValues): CustomField[] {
  const visible = visibleFields(fields, values).map(({ field }) => field);
  return visible.filter((field) => field.is_required && valuesOf(values, field).length === 0);
}

export type FieldFault = 'not_an_option' | 'one_only' | 'too_many' | 'too_long';

export interface FaultyField {
  field: CustomField;
  fault: FieldFault;
  /** The value that is at fault; of `one_only` and `too_many` the first that is too much. */
  value: string;
}

/** The visible fields whose values they cannot have, each with the first thing that is wrong with it. */
export function faultyFields(fields: readonly CustomField[], values: FieldValues): FaultyField[] {
  return visibleFields(fields, values).flatMap(({ field }) => faultOf(field, valuesOf(values, field)) ?? []);
}

function faultOf(field: CustomField, said: readonly string[]): FaultyField | null {
  const most = field.field_type === 'single_input' ? 1 : MAX_FIELD_VALUES;
  const over = said[most];
  if (over !== undefined) return { field, fault: most === 1 ? 'one_only' : 'too_many', value: over };
  const options = new Set(field.pre_defined_options.map(({ field_value }) => field_value));
  const other = field.is_fixed_values ? said.find((value) => !options.has(value)) : undefined;
  if (other !== undefined) return { field, fault: 'not_an_option', value: other };
  const long = said.find((value) => value.length > MAX_FIELD_VALUE);
  return long === undefined ? null : { field, fault: 'too_long', value: long };
}

/** Do two fields say the same? In whatever order. */
export function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text) => other.includes(text));
}

/** Every field with its sub-fields, whether or not they are shown. */
export function allFields(fields: readonly CustomField[]): CustomField[] {
  return fields.flatMap((field) => [
    field,
    ...field.pre_defined_options.flatMap(({ sub_fields }) => allFields(sub_fields)),
  ]);
}
