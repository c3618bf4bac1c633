import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AgentId } from '../ids';
import type { RuledTicket } from '../actions/rules';
import {
  buttonUrlKey,
  cleanTemplateValue,
  fillTemplate,
  maySendTemplate,
  templateFileProblem,
  templateInputs,
  templateProblem,
  templateText,
  type TemplateParts,
} from './template';

const parts = (changed: Partial<TemplateParts> = {}): TemplateParts => ({
  header: { kind: 'none', text: '' },
  content: '',
  footer: '',
  buttons: [],
  not_supported: null,
  ...changed,
});

const whole = parts({
  header: { kind: 'text', text: 'Order {{1}}' },
  content: 'Hello {{1}}, {{2}} and {{ 2 }} again, {{1}}.',
  footer: 'Reply STOP',
  buttons: [
    { kind: 'url', label: 'Track', value: 'https://t.example/{{1}}' },
    { kind: 'url', label: 'Shop', value: 'https://t.example/' },
    { kind: 'copy_code', label: 'Copy', value: 'X1' },
    { kind: 'quick_reply', label: 'Yes (please)', value: '' },
  ],
});
const values = { 'header:1': '#12', '1': 'Rohit', '2': 'a kurta', 'button:0': 'abc', 'button:2': 'SAVE' };

describe('the inputs of a template', () => {
  it('are one for each distinct placeholder; a number of the header is not that of the content', () => {
    expect(templateInputs(whole).map(({ key, place }) => [key, place])).toEqual([
      ['header:1', 'header'],
      ['1', 'content'],
      ['2', 'content'],
      ['button:0', 'link'],
      ['button:2', 'code'],
    ]);
  });

  it('share a name wherever it stands', () => {
    const named = parts({ header: { kind: 'text', text: 'For {{name}}' }, content: 'Hello {{name}}, {{ city }}' });
    expect(templateInputs(named).map(({ key }) => key)).toEqual(['name', 'city']);
  });

  it('name the link that the specification calls button_url', () => {
    expect([buttonUrlKey(whole), buttonUrlKey(parts())]).toEqual(['button:0', null]);
  });
});

describe('a filled template', () => {
  it('has every value in its place, and is one text with its buttons', () => {
    const filled = fillTemplate(whole, values);
    expect(filled.buttons.map(({ value }) => value)).toEqual([
      'https://t.example/abc',
      'https://t.example/',
      'SAVE',
      '',
    ]);
    expect(templateText(filled)).toBe(
      [
        'Order #12',
        'Hello Rohit, a kurta and a kurta again, Rohit.',
        'Reply STOP',
        'button 1 (Track)',
        'button 2 (Shop)',
        'button 3 (Copy)',
        'button 4 (Yes (please))',
      ].join('\n'),
    );
  });

  it('keeps a placeholder that has no value', () => {
    expect(fillTemplate(whole, { '1': ' ' }).content).toBe('Hello {{1}}, {{2}} and {{ 2 }} again, {{1}}.');
  });

  it('never reads what a value holds', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const clean = cleanTemplateValue(value);
        const { content } = fillTemplate(parts({ content: '{{1}}{{2}}' }), { '1': value, '2': '!' });
        expect(content).toBe(`${clean === '' ? '{{1}}' : clean}!`);
      }),
    );
  });

  it('takes no value from what objects have by themselves', () => {
    expect(fillTemplate(parts({ content: '{{constructor}}' }), {}).content).toBe('{{constructor}}');
  });

  it('has values of one line', () => {
    expect(cleanTemplateValue(' a\n\tb     c ')).toBe('a b c');
  });
});

describe('a template can be sent', () => {
  it.each<[string, TemplateParts, Record<string, string>, boolean, string | null]>([
    ['with every value', whole, values, false, null],
    ['not without one', whole, { ...values, '2': '' }, false, 'values'],
    ['not with a blank one', whole, { ...values, 'button:2': ' \n' }, false, 'values'],
    ['with nothing to fill in', parts({ content: 'Hello' }), {}, false, null],
    ['not without its file', parts({ header: { kind: 'image', text: '' } }), {}, false, 'media'],
    ['with its file', parts({ header: { kind: 'image', text: '' } }), {}, true, null],
    ['not with a carousel', parts({ not_supported: 'carousel' }), {}, false, 'not_supported'],
    ['not with a newer header', parts({ header: { kind: 'other', text: '' } }), {}, false, 'not_supported'],
    [
      'not with a newer button',
      parts({ buttons: [{ kind: 'other', label: 'x', value: '' }] }),
      {},
      false,
      'not_supported',
    ],
  ])('%s', (_name, template, given, hasMedia, problem) => {
    expect(templateProblem(template, given, hasMedia)).toBe(problem);
  });
});

describe('the file of a header', () => {
  const MB = 1_000_000;
  it.each([
    ['image', 'image/jpeg', 5 * MB, null],
    ['image', 'image/png', 5 * MB + 1, { code: 'size-too-large', type: 'image/png', limit: 5 }],
    ['image', 'video/mp4', 1, { code: 'type-not-supported' }],
    ['video', 'video/3gpp', 16 * MB, null],
    ['video', 'video/mp4', 16 * MB + 1, { code: 'size-too-large', limit: 16 }],
    ['document', 'application/pdf', 100 * MB, null],
    ['document', 'text/csv', 100 * MB + 1, { code: 'size-too-large', limit: 100 }],
    ['document', 'application/zip', 1, { code: 'type-not-supported', type: 'application/zip' }],
    [null, 'audio/mpeg', 16 * MB + 1, { code: 'size-too-large', limit: 16 }],
  ] as const)('%s of type %s with %i bytes', (header, type, size, problem) => {
    const found = templateFileProblem(header, { type, size });
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatchObject(problem);
  });
});

describe('who may send a template', () => {
  const me = 1 as AgentId;
  const agent = {
    id: me,
    is_store_admin: false,
    can_assign_ticket_to_self: true,
    can_assign_ticket_to_other_agent: false,
  };
  const ticket: RuledTicket = {
    status: 'open',
    owner_id: me,
    conversation_source: 'whatsapp',
    session_expiry_at: '2020-01-01T00:00:00Z',
    subscribers: [],
  };
  it.each<[string, Partial<RuledTicket>, string | null]>([
    ['the owner, long after the session', {}, null],
    ['who may take an unassigned one', { status: 'unassigned', owner_id: null }, null],
    ['not on a closed ticket', { status: 'closed' }, 'closed'],
    ['not on a colleague’s', { owner_id: 2 as AgentId }, 'not_owner'],
    ['not by e-mail', { conversation_source: 'email' }, 'not_whatsapp'],
    ['not by phone', { conversation_source: 'phone' }, 'not_whatsapp'],
  ])('%s', (_name, changed, reason) => {
    expect(maySendTemplate(agent, { ...ticket, ...changed })).toEqual(
      reason === null ? { allowed: true } : { allowed: false, reason },
    );
  });
});
