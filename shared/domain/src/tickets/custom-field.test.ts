import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  allFields,
  cleanValues,
  faultyFields,
  FIELD_TYPES,
  MAX_FIELD_VALUE,
  MAX_FIELD_VALUES,
  missingFields,
  sameTexts,
  visibleFields,
  type CustomField,
  type FieldValues,
} from './custom-field';
import type { CustomFieldId } from '../ids';
import { customFieldSchema, fieldValuesSchema } from '../schema/custom-field';

interface Written extends Partial<Omit<CustomField, 'id' | 'pre_defined_options'>> {
  options?: Record<string, CustomField[]>;
}

const field = (id: number, { options = {}, ...more }: Written = {}): CustomField => ({
  id: id as CustomFieldId,
  field_name: `Field ${id}`,
  field_type: 'single_input',
  is_required: false,
  is_fixed_values: false,
  ...more,
  pre_defined_options: Object.entries(options).map(([field_value, sub_fields]) => ({ field_value, sub_fields })),
});

const courier = field(3, { is_required: true, is_fixed_values: true, options: { BlueDart: [], Delhivery: [] } });
const photo = field(4, { is_required: true });
const reason = field(1, {
  is_required: true,
  is_fixed_values: true,
  field_type: 'multiple_input',
  options: { Late: [courier], Damaged: [photo], Other: [] },
});
const city = field(2);
const fields = [reason, city];

const shown = (values: FieldValues) => visibleFields(fields, values).map(({ field: { id }, depth }) => [id, depth]);
const ids = (found: readonly CustomField[]) => found.map(({ id }) => id);

describe('visible fields', () => {
  it.each<[string, FieldValues, [number, number][]]>([
    [
      'nothing is said',
      {},
      [
        [1, 0],
        [2, 0],
      ],
    ],
    [
      'an option with a sub-field is chosen',
      { 1: ['Late'] },
      [
        [1, 0],
        [3, 1],
        [2, 0],
      ],
    ],
    [
      'two are, in the order of the options',
      { 1: ['Damaged', 'Late'] },
      [
        [1, 0],
        [3, 1],
        [4, 1],
        [2, 0],
      ],
    ],
    [
      'an option without sub-fields is',
      { 1: ['Other'] },
      [
        [1, 0],
        [2, 0],
      ],
    ],
    [
      'a text is no option',
      { 1: ['late'] },
      [
        [1, 0],
        [2, 0],
      ],
    ],
    [
      'blanks are around it',
      { 1: [' Late '] },
      [
        [1, 0],
        [3, 1],
        [2, 0],
      ],
    ],
    [
      'only the sub-field has a value',
      { 3: ['BlueDart'] },
      [
        [1, 0],
        [2, 0],
      ],
    ],
  ])('when %s', (_, values, expected) => {
    expect(shown(values)).toEqual(expected);
  });

  it('goes as deep as sub-fields are nested', () => {
    const deep = field(1, { options: { a: [field(2, { options: { b: [field(3)] } })] } });
    const depths = (values: FieldValues) => visibleFields([deep], values).map(({ depth }) => depth);
    expect(depths({ 1: ['a'], 2: ['b'] })).toEqual([0, 1, 2]);
    // The middle one is hidden, and with it what hangs on it.
    expect(depths({ 2: ['b'] })).toEqual([0]);
  });
});

describe('missing fields', () => {
  it.each<[string, FieldValues, number[]]>([
    ['a required field', {}, [1]],
    ['blanks are no value', { 1: [' ', ''] }, [1]],
    ['a required sub-field that is shown', { 1: ['Late'] }, [3]],
    ['none that is hidden', { 1: ['Other'] }, []],
    ['all of them, from top to bottom', { 1: ['Late', 'Damaged'] }, [3, 4]],
    ['none when all is said', { 1: ['Late'], 3: ['BlueDart'] }, []],
  ])('%s', (_, values, expected) => {
    expect(ids(missingFields(fields, values))).toEqual(expected);
  });
});

describe('clean values', () => {
  it.each<[string, FieldValues, FieldValues]>([
    ['hidden ones are left out', { 1: ['Other'], 3: ['BlueDart'] }, { 1: ['Other'] }],
    ['texts are trimmed, once each', { 2: [' Pune ', 'Pune'] }, { 2: ['Pune'] }],
    ['a field without a text is absent', { 2: ['', '  '] }, {}],
    ['fields that are not there are', { 99: ['x'], constructor: ['x'] }, {}],
  ])('%s', (_, values, expected) => {
    expect(cleanValues(fields, values)).toEqual(expected);
  });

  it('reads nothing that all objects have', () => {
    const odd = { ...field(1), id: 'constructor' as unknown as CustomFieldId };
    expect(cleanValues([odd], {})).toEqual({});
  });
});

describe('faulty fields', () => {
  const many = Array.from({ length: MAX_FIELD_VALUES + 1 }, (_, n) => `v${n}`);
  it.each<[string, CustomField, string[], string | undefined]>([
    ['an option', courier, ['BlueDart'], undefined],
    ['no option of fixed values', courier, ['DHL'], 'not_an_option'],
    ['another case of an option', courier, ['bluedart'], 'not_an_option'],
    ['free text beside options', { ...courier, is_fixed_values: false }, ['DHL'], undefined],
    ['two of a single input', city, ['Pune', 'Mumbai'], 'one_only'],
    ['two of a multiple input', { ...city, field_type: 'multiple_input' }, ['Pune', 'Mumbai'], undefined],
    ['more than there may be', { ...city, field_type: 'multiple_input' }, many, 'too_many'],
    ['a text as long as may be', city, ['x'.repeat(MAX_FIELD_VALUE)], undefined],
    ['a longer one', city, ['x'.repeat(MAX_FIELD_VALUE + 1)], 'too_long'],
    ['none', courier, [], undefined],
  ])('%s', (_, one, said, fault) => {
    expect(faultyFields([one], { [one.id]: said })[0]?.fault).toBe(fault);
  });

  it('are looked at while they are shown', () => {
    expect(faultyFields(fields, { 1: ['Other'], 3: ['DHL'] })).toEqual([]);
  });
});

it.each<[string[], string[], boolean]>([
  [['a', 'b'], ['b', 'a'], true],
  [['a'], ['a', 'b'], false],
  [[], [], true],
])('%j and %j say the same: %s', (one, other, same) => {
  expect(sameTexts(one, other)).toBe(same);
});

describe('any tree of fields, whatever is said', () => {
  const OPTIONS = ['a', 'b', 'c'];
  const fieldsOf = (levels: number): fc.Arbitrary<CustomField[]> => {
    const below = levels === 0 ? fc.constant<CustomField[]>([]) : fieldsOf(levels - 1);
    const options = fc
      .array(below, { maxLength: OPTIONS.length })
      .map((subs) => subs.map((sub_fields, at) => ({ field_value: OPTIONS[at] ?? '', sub_fields })));
    const one = fc.record({
      id: fc.constant(1 as CustomFieldId),
      field_name: fc.string(),
      field_type: fc.constantFrom(...FIELD_TYPES),
      is_required: fc.boolean(),
      is_fixed_values: fc.boolean(),
      pre_defined_options: options,
    });
    return fc.array(one, { maxLength: 3 });
  };
  /** Four levels at most; each field has an id of its own. */
  const tree = fieldsOf(3).map((made) => {
    const own = structuredClone(made);
    allFields(own).forEach((one, at) => (one.id = (at + 1) as CustomFieldId));
    return own;
  });
  const said = fc.dictionary(
    fc.integer({ min: 1, max: 40 }).map(String),
    fc.array(fc.constantFrom(...OPTIONS, ' a ', '', 'other'), { maxLength: 4 }),
  );

  it('a field is shown exactly when each option above it is chosen', () => {
    fc.assert(
      fc.property(tree, said, (made, values) => {
        const visible = new Set(visibleFields(made, values).map(({ field: { id } }) => id));
        const expectShown = (list: readonly CustomField[], isShown: boolean): void => {
          for (const one of list) {
            expect(visible.has(one.id)).toBe(isShown);
            const chosen = (Object.hasOwn(values, one.id) ? (values[one.id] ?? []) : []).map((text) => text.trim());
            for (const option of one.pre_defined_options)
              expectShown(option.sub_fields, isShown && chosen.includes(option.field_value));
          }
        };
        expectShown(made, true);
      }),
    );
  });

  it('cleaning twice is cleaning once, hides nothing, and leaves the same gaps', () => {
    fc.assert(
      fc.property(tree, said, (made, values) => {
        const clean = cleanValues(made, values);
        expect(cleanValues(made, clean)).toEqual(clean);
        expect(visibleFields(made, clean)).toEqual(visibleFields(made, values));
        expect(missingFields(made, clean)).toEqual(missingFields(made, values));
        expect(faultyFields(made, clean)).toEqual(faultyFields(made, values));
        const visible = visibleFields(made, values).map(({ field: { id } }) => String(id));
        expect(visible).toEqual(expect.arrayContaining(Object.keys(clean)));
      }),
    );
  });

  it('what the server answers is read as it is', () => {
    fc.assert(fc.property(tree, (made) => expect(made.map((one) => customFieldSchema().parse(one))).toEqual(made)));
  });
});

it('reads the values that it understands', () => {
  expect(fieldValuesSchema().parse({ 1: ['a'], 2: { from: 'tomorrow' } })).toEqual({ 1: ['a'] });
});
