import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CustomFieldId, FieldValues, TicketId } from '@inbox/domain';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';
import { readFieldValues, saveFieldValues } from './custom-fields';
import { deleteField, insertField } from './field-queries';

let world: TicketWorld;
let reason: CustomFieldId;
let courier: CustomFieldId;
let city: CustomFieldId;
let ticketId: TicketId;

beforeAll(async () => {
  world = await createTicketWorld();
  const { test, shop: merchant_id } = world;
  const plain = { merchant_id, parent_id: null, parent_option: null, options: [] as string[], is_required: false };
  const single = { field_type: 'single_input' as const, is_fixed_values: false };
  const fixed = { ...single, is_fixed_values: true, is_required: true };
  const add = (field: Parameters<typeof insertField>[1]) => insertField(test.db, field);
  reason = await add({ ...plain, ...fixed, field_name: 'Reason', options: ['Late', 'Other'] });
  const under = { parent_id: reason, parent_option: 'Late' };
  courier = await add({ ...plain, ...fixed, ...under, field_name: 'Courier', options: ['BlueDart'] });
  city = await add({ ...plain, ...single, field_name: 'City' });
});
afterAll(() => world.test.drop());
beforeEach(async () => {
  ticketId = await world.ticketOf();
  await world.told();
});

const save = (values: FieldValues, { who = world.me, seen = null as number | null } = {}) =>
  saveFieldValues(world.context, who, { ticketId, values, seen });
const read = () => readFieldValues(world.test.db, world.shop, ticketId);

describe('the values of a ticket', () => {
  it('are stored, once, with a line in the thread by which open pages know', async () => {
    expect(await read()).toEqual({ values: {}, rev: 0 });
    const values = { [reason]: ['Late'], [courier]: ['BlueDart'], [city]: [' Pune '] };
    const stored = { values: { ...values, [city]: ['Pune'] }, rev: 1 };
    for (let times = 0; times < 2; times += 1) expect(await save(values, { seen: 0 })).toEqual(stored);
    expect(await read()).toEqual(stored);
    const line = 'Asha Rao updated the custom fields Reason, Courier, City.';
    expect(await world.logsOf(ticketId)).toEqual([line]);
    expect(await world.told()).toMatchObject([{ type: 'tickets.ticket_content_v2', by: world.me.agent.id }]);
  });

  it('are those of visible fields alone', async () => {
    await save({ [reason]: ['Late'], [courier]: ['BlueDart'] });
    await save({ [reason]: ['Other'], [courier]: ['BlueDart'], 999999: ['x'] });
    expect((await read()).values).toEqual({ [reason]: ['Other'] });
    // What was hidden is not there again with its option.
    await expect(save({ [reason]: ['Late'] })).rejects.toMatchObject({ message: 'Please fill out Courier' });
  });

  it.each<[string, () => FieldValues, string]>([
    ['a required field is empty', () => ({ [city]: ['Pune'] }), 'Please fill out Reason'],
    ['a required sub-field is', () => ({ [reason]: ['Late'] }), 'Please fill out Courier'],
    ['a value is no option', () => ({ [reason]: ['Never'] }), "'Never' is not an option of Reason."],
    ['there are two', () => ({ [reason]: ['Other'], [city]: ['a', 'b'] }), 'City takes one value.'],
    ['one is long', () => ({ [reason]: ['Other'], [city]: ['x'.repeat(501)] }), 'A value of City has 500 characters'],
  ])('are refused when %s', async (_, values, message) => {
    await expect(save(values())).rejects.toMatchObject({ status: 400, message: expect.stringContaining(message) });
    expect([await read(), await world.told()]).toEqual([{ values: {}, rev: 0 }, []]);
  });

  it('are not overwritten when a colleague has changed them since', async () => {
    await save({ [reason]: ['Other'] }, { seen: 0 });
    await expect(save({ [reason]: ['Other'], [city]: ['Pune'] }, { seen: 0 })).rejects.toMatchObject({
      status: 409,
      code: 'fields_changed',
    });
    expect(await save({ [reason]: ['Other'], [city]: ['Pune'] }, { seen: 1 })).toMatchObject({ rev: 2 });
  });

  it('are for the owner and store admins', async () => {
    const refused = { status: 403, message: 'Only the owner of this ticket may do this.' };
    await expect(save({ [reason]: ['Other'] }, { who: world.dev })).rejects.toMatchObject(refused);
    const admin = { ...world.dev, agent: { ...world.dev.agent, is_store_admin: true } };
    expect(await save({ [reason]: ['Other'] }, { who: admin })).toMatchObject({ rev: 1 });
  });

  it('are of a ticket that is there', async () => {
    ticketId = 999_999 as TicketId;
    const refused = { status: 404, message: 'There is no such ticket.' };
    await expect(save({})).rejects.toMatchObject(refused);
    await expect(read()).rejects.toMatchObject(refused);
  });

  it('no longer show a field that was removed, and stand any text', async () => {
    const { test, shop } = world;
    const gone = await insertField(test.db, {
      ...{ merchant_id: shop, parent_id: null, parent_option: null, options: [], is_required: false },
      ...{ field_name: 'Gone', field_type: 'single_input', is_fixed_values: false },
    });
    await save({ [reason]: ['Other'], [gone]: ['a\0b\ud800'] });
    expect((await read()).values).toEqual({ [reason]: ['Other'], [gone]: ['ab\ufffd'] });
    await deleteField(test.db, shop, gone);
    expect((await read()).values).toEqual({ [reason]: ['Other'] });
  });
});
