import { idFromText, type CustomField, type CustomFieldId, type FieldType, type MerchantId } from '@inbox/domain';
import {
  FIELD_TYPES,
  MAX_FIELD_DEPTH,
  MAX_FIELD_NAME,
  MAX_FIELD_OPTIONS,
  MAX_FIELD_VALUE,
  MAX_FIELDS,
} from '@inbox/domain/conversation';
import type { Queryable } from '../../../platform/db/connection';
import { storable } from '../../../platform/db/storable-text';
import {
  deleteField,
  insertField,
  listFieldRows,
  listFields,
  updateField,
  type FieldRow,
} from '../../../tickets/custom-fields/field-queries';
import {
  AdminError,
  MERCHANT,
  merchantOf,
  neededText,
  textOf,
  yesNo,
  yesOrNo,
  type Command,
  type Values,
} from '../command';

const fieldId = idFromText<CustomFieldId>();

/** What the options `--name`, `--required`, `--fixed` and `--options` say of a field. */
type Said = Partial<Pick<FieldRow, 'field_name' | 'is_required' | 'is_fixed_values' | 'options'>>;

const FIELD_OPTIONS = {
  merchant: MERCHANT,
  name: { value: 'NAME', about: 'name that agents see' },
  required: yesNo('whether agents must fill it in before they close a ticket'),
  options: { value: 'OPTIONS', about: 'values to choose from, with commas between them; \\, is a comma in a value' },
  fixed: yesNo('whether only these values can be chosen'),
} as const;

const FIELD = { name: 'FIELD', about: "the field's number in 'field list'" } as const;

/** What agents fill in for each ticket (spec section 3, Custom field). */
export const fieldCommands: readonly Command[] = [
  {
    name: 'field add',
    summary: 'add a custom field to tickets',
    options: {
      ...FIELD_OPTIONS,
      name: { ...FIELD_OPTIONS.name, isRequired: true },
      type: { value: 'TYPE', about: `${FIELD_TYPES.join(' or ')} (default: single_input)`, choices: FIELD_TYPES },
      under: { value: 'FIELD', about: 'make it a sub-field of this field …' },
      when: { value: 'OPTION', about: '… which appears when this option is chosen' },
    },
    example: '--merchant my-shop --name Reason --options Delivery,Return --fixed yes',
    async run({ db, print }, values) {
      const merchant_id = await merchantOf(db, values);
      const rows = await listFieldRows(db, merchant_id);
      if (rows.length >= MAX_FIELDS) throw new AdminError(`A merchant has ${MAX_FIELDS} fields at most.`);
      const place = placeOf(values, rows);
      const said = saidOf(values);
      const field = {
        ...{ is_required: false, is_fixed_values: false, options: [], ...place, ...said },
        field_name: said.field_name ?? neededText(values, 'name'),
        field_type: typeOf(textOf(values, 'type') ?? 'single_input'),
      };
      checkField(field, rows);
      print(`Field ${await insertField(db, { ...field, merchant_id })}: ${field.field_name}`);
    },
  },
  {
    name: 'field list',
    summary: 'show all custom fields with their numbers',
    options: { merchant: MERCHANT },
    async run({ db, print }, values) {
      const fields = await listFields(db, await merchantOf(db, values));
      if (fields.length === 0) print('There are none.');
      for (const line of linesOf(fields, '')) print(line);
    },
  },
  {
    name: 'field set',
    summary: 'change a field; options that you leave out stay as they are',
    argument: FIELD,
    options: FIELD_OPTIONS,
    async run({ db, print }, values, word) {
      const merchantId = await merchantOf(db, values);
      const rows = await listFieldRows(db, merchantId);
      const before = rowOf(word, rows);
      const said = saidOf(values);
      if (Object.keys(said).length === 0) throw new AdminError('Say what is to be changed.');
      const after = { ...before, ...said };
      checkField(after, rows);
      for (const { id, field_name, parent_id, parent_option } of rows) {
        if (parent_id !== before.id || parent_option === null || after.options.includes(parent_option)) continue;
        throw new AdminError(
          `The option '${parent_option}' has the sub-field ${id} (${field_name}): remove that first.`,
        );
      }
      await updateField(db, merchantId, before.id, said);
      print(`Field ${before.id}: ${after.field_name}`);
    },
  },
  {
    name: 'field remove',
    summary: 'remove a field and its sub-fields',
    argument: FIELD,
    options: { merchant: MERCHANT },
    async run({ db, print }, values, word) {
      const merchantId = await merchantOf(db, values);
      const { id, field_name } = await findRow(db, merchantId, word);
      await deleteField(db, merchantId, id);
      print(`The field '${field_name}' is removed.`);
    },
  },
];

const findRow = async (db: Queryable, merchantId: MerchantId, word: string): Promise<FieldRow> =>
  rowOf(word, await listFieldRows(db, merchantId));

/** @throws AdminError when the merchant has no field of this number */
function rowOf(word: string, rows: readonly FieldRow[]): FieldRow {
  const id = fieldId.safeParse(word);
  const row = rows.find((one) => id.success && one.id === id.data);
  if (!row) throw new AdminError(`There is no field '${word}'; see pnpm admin field list.`);
  return row;
}

function typeOf(word: string): FieldType {
  const type = FIELD_TYPES.find((one) => one === word);
  if (!type) throw new AdminError(`--type takes ${FIELD_TYPES.join(' or ')}.`);
  return type;
}

function saidOf(values: Values): Said {
  const name = textOf(values, 'name');
  const options = textOf(values, 'options');
  const [is_required, is_fixed_values] = [yesOrNo(values, 'required'), yesOrNo(values, 'fixed')];
  return {
    ...(name !== undefined && { field_name: storable(name).trim() }),
    ...(is_required !== undefined && { is_required }),
    ...(is_fixed_values !== undefined && { is_fixed_values }),
    ...(options !== undefined && {
      options: (storable(options).match(/(?:\\.|[^,\\]|\\$)+/gs) ?? [])
        // A comma within an option stands behind a backslash.
        .map((option) => option.replace(/\\([,\\])/g, '$1').trim())
        .filter((option) => option !== ''),
    }),
  };
}

/** Where a new field appears. */
function placeOf(values: Values, rows: readonly FieldRow[]): Pick<FieldRow, 'parent_id' | 'parent_option'> {
  const [under, when] = [textOf(values, 'under'), textOf(values, 'when')?.trim()];
  if (under === undefined && when === undefined) return { parent_id: null, parent_option: null };
  if (under === undefined || when === undefined) throw new AdminError('--under and --when go together.');
  const parent = rowOf(under, rows);
  if (!parent.options.includes(when)) {
    throw new AdminError(`The field ${parent.id} (${parent.field_name}) has no option '${when}'.`);
  }
  if (depthOf(parent, rows) + 1 >= MAX_FIELD_DEPTH) {
    throw new AdminError(`Fields nest ${MAX_FIELD_DEPTH} deep at most.`);
  }
  return { parent_id: parent.id, parent_option: when };
}

function depthOf(row: FieldRow, rows: readonly FieldRow[]): number {
  const parent = rows.find(({ id }) => id === row.parent_id);
  return parent === undefined ? 0 : depthOf(parent, rows) + 1;
}

type Checked = Omit<FieldRow, 'id' | 'merchant_id'> & { id?: CustomFieldId };

/** @throws AdminError when a merchant with these fields cannot have such a one */
function checkField({ id, field_name, options, is_fixed_values, ...place }: Checked, rows: readonly FieldRow[]): void {
  if (field_name === '' || field_name.length > MAX_FIELD_NAME) {
    throw new AdminError(`--name takes 1 to ${MAX_FIELD_NAME} letters.`);
  }
  const twin = rows.find(
    (row) =>
      row.id !== id &&
      row.parent_id === place.parent_id &&
      row.parent_option === place.parent_option &&
      row.field_name.toLowerCase() === field_name.toLowerCase(),
  );
  if (twin) throw new AdminError(`There is a field '${twin.field_name}' here already: ${twin.id}.`);
  if (options.length > MAX_FIELD_OPTIONS) throw new AdminError(`A field has ${MAX_FIELD_OPTIONS} options at most.`);
  const long = options.find((option) => option.length > MAX_FIELD_VALUE);
  if (long !== undefined) throw new AdminError(`An option has ${MAX_FIELD_VALUE} letters at most.`);
  const double = options.find((option, at) => options.indexOf(option) !== at);
  if (double !== undefined) throw new AdminError(`The option '${double}' is there twice.`);
  if (is_fixed_values && options.length === 0) throw new AdminError('--fixed yes needs --options to choose from.');
}

function linesOf(fields: readonly CustomField[], indent: string): string[] {
  return fields.flatMap(({ id, field_name, field_type, is_required, is_fixed_values, pre_defined_options }) => {
    const facts = [field_type, ...(is_required ? ['required'] : []), ...(is_fixed_values ? ['fixed'] : [])].join(', ');
    const options = pre_defined_options.flatMap(({ field_value, sub_fields }) => [
      `${indent}  - ${field_value}`,
      ...linesOf(sub_fields, `${indent}      `),
    ]);
    return [`${indent}${id}  ${field_name} (${facts})`, ...options];
  });
}
