import { describe, expect, it } from '@jest/globals';
import type { AgentId, CustomerInfo } from '@inbox/domain';
import { emptyForm, fillIn, formOf, isEmpty, lookupKey, requestOf, type, type Form } from './typed';

const me = 1 as AgentId;
const priya: CustomerInfo = {
  phone: '919876543210',
  email: 'priya@mail.example',
  first_name: 'Priya',
  last_name: 'Nair',
};
const by = (change: Parameters<typeof type>[1], form: Form = emptyForm(me)) => type(form, change);
const shown = ({ typed: { phone, email, first_name, last_name } }: Form) => [phone, email, first_name, last_name];

describe('what a lookup fills in', () => {
  it('is what the agent has not typed', () => {
    const form = by({ phone: '98765 43210', first_name: 'Pri' });
    expect(shown(fillIn(form, priya))).toEqual(['98765 43210', 'priya@mail.example', 'Pri', 'Nair']);
    expect(shown(fillIn(by({ email: 'priya@mail.example' }), priya))).toEqual([
      '919876543210',
      'priya@mail.example',
      'Priya',
      'Nair',
    ]);
  });

  it('is no phone where the ticket is by e-mail', () => {
    const form = fillIn(by({ by: 'email', email: 'priya@mail.example' }), priya);
    expect(shown(form)).toEqual(['', 'priya@mail.example', 'Priya', 'Nair']);
    expect(requestOf(form, 'r')).toMatchObject({
      phone: '',
      email: 'priya@mail.example',
      customer_first_name: 'Priya',
    });
  });

  it('asks for nothing anew', () => {
    const form = by({ phone: '9876543210' });
    expect(lookupKey(fillIn(form, priya))).toEqual(lookupKey(form));
  });

  it('goes with the number that it was for, at once, and the agent’s own words stay', () => {
    const filled = fillIn(by({ phone: '9876543210', last_name: 'N.' }), priya);
    for (const phone of ['987654321', '9876543211']) {
      expect(shown(type(filled, { phone }))).toEqual([phone, '', '', 'N.']);
    }
    expect(shown(type(filled, { subject: 'Size' }))).toEqual(shown(filled));
    const corrected = type(filled, { email: 'priya.nair@mail.example' });
    expect(shown(type(corrected, { phone: '' }))[1]).toBe('priya.nair@mail.example');
  });
});

describe('the request', () => {
  it('of a ticket by e-mail has no phone', () => {
    const form = by({ by: 'email', phone: '9876543210', email: 'a@mail.example' });
    expect(requestOf(form, 'r')).toMatchObject({ phone: '', email: 'a@mail.example' });
  });

  it('has the tags in one text, or null', () => {
    expect(requestOf(by({ tags: ['VIP', 'new'] }), 'r').tags).toBe('VIP,new');
    expect(requestOf(by({}), 'r').tags).toBeNull();
  });

  it('is read back as what was typed', () => {
    for (const change of [{ phone: '98765', tags: ['VIP'], notes: 'x' }, { by: 'email', email: 'a@b' } as const]) {
      const form = by({ owner: 7 as AgentId, variant: 'create_and_close', ...change });
      expect(formOf(requestOf(form, 'r'), me)).toEqual({ typed: form.typed, filled: {} });
    }
  });
});

it('blanks are nothing that could be lost', () => {
  expect([by({}), by({ notes: ' ' }), by({ subject: 'x' }), by({ tags: ['x'] })].map(isEmpty)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
