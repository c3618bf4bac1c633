/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ConditionContext } from '@inbox/panel/description';
import { createStore } from '@inbox/panel/store';
import { aPanel, testPanels } from '@inbox/shell/testing';
import type { Breakpoint } from './breakpoint';
import { createSlots, panelsIn, topOf } from './slots';

const withTicket: ConditionContext = { ticketIsOpen: true, permissions: [], settings: null };

function open({ panels = testPanels, conditionContext = withTicket } = {}) {
  const now = createStore(conditionContext);
  const breakpoint = createStore<Breakpoint>('wide');
  const slots = createSlots({ breakpoint, low: createStore(false) }, now);
  slots.place(panels);
  return { slots, now, breakpoint, top: () => topOf(panelsIn('side', slots.panels.get()), slots.open.get())?.name };
}

beforeEach(() => localStorage.clear());

describe('the side slot', () => {
  it('has the panel of the higher order on top, and the other one again when it goes', () => {
    const { slots, top } = open();
    expect(top()).toBe('customer-panel');
    slots.show('quick-replies', 'toggle');
    expect(top()).toBe('quick-replies');
    slots.show('quick-replies', 'toggle');
    expect(top()).toBe('customer-panel');
  });

  it('brings up a panel under another one, instead of closing what nobody sees', () => {
    const { slots, top } = open();
    slots.show('quick-replies', true);
    slots.show('customer-panel', 'toggle');
    expect(top()).toBe('customer-panel');
    slots.show('customer-panel', 'toggle');
    expect(top()).toBeUndefined();
  });

  it('remembers whether a panel that starts open was closed', () => {
    const first = open();
    first.slots.show('customer-panel', false);
    expect(open().top()).toBeUndefined();
    first.slots.show('customer-panel', true);
    expect(open().top()).toBe('customer-panel');
  });

  it('can close a panel while it is covered', () => {
    const { slots, top } = open();
    slots.show('quick-replies', true);
    slots.show('customer-panel', false);
    slots.show('quick-replies', false);
    expect(top()).toBeUndefined();
  });

  it('closes what slides over when the agent moves on or the column goes, and opens the column again', () => {
    const { slots, top, breakpoint } = open();
    breakpoint.set('medium');
    expect(top()).toBeUndefined();
    slots.show('customer-panel', true);
    slots.ticketChanged();
    expect(top()).toBeUndefined();
    breakpoint.set('wide');
    slots.ticketChanged();
    expect(top()).toBe('customer-panel');
  });

  it('leaves what is open over the page open when the column comes or goes', () => {
    const { slots, breakpoint } = open({
      panels: [...testPanels, aPanel('report', { slot: 'overlay', toggle: { label: 'Report' } })],
    });
    slots.show('report', true);
    breakpoint.set('narrow');
    expect(slots.open.get()).toEqual(['report']);
    breakpoint.set('wide');
    expect(slots.open.get()).toEqual(['customer-panel', 'report']);
  });

  it('refuses a panel that is not published', () => {
    expect(() => open().slots.show('weather', true)).toThrow('No panel weather is published here.');
  });
});

describe('the panels that apply', () => {
  const names = (slots: ReturnType<typeof open>['slots']) => slots.panels.get()?.map(({ name }) => name);
  const when = (condition: object) => [aPanel('extra', { when: condition })];

  it.each([
    ['a ticket is open', { ticket: true }, withTicket],
    ['the agent has a permission', { permission: 'refund' }, { ...withTicket, permissions: ['refund'] }],
    ['a setting is on', { setting: 'inbox_enabled' }, { ...withTicket, settings: { inbox_enabled: true } }],
  ])('follow whether %s', (_, condition, holding) => {
    const none: ConditionContext = { ticketIsOpen: false, permissions: [], settings: { inbox_enabled: false } };
    const { slots, now } = open({ panels: when(condition), conditionContext: none });
    expect(names(slots)).toEqual([]);
    now.set(holding);
    expect(names(slots)).toEqual(['extra']);
    now.set(none);
    expect(names(slots)).toEqual([]);
  });

  it('are the same array as long as nothing changes for them', () => {
    const { slots, now } = open();
    const before = slots.panels.get();
    now.set({ ...withTicket, permissions: ['other'] });
    expect(slots.panels.get()).toBe(before);
  });

  it('fill the list and the main column one at a time; one that is switched off only when there is no other', () => {
    const off = { ...aPanel('old', { slot: 'main', order: -1 }), enabled: false };
    expect(panelsIn('main', [off, aPanel('new', { slot: 'main' }), aPanel('later', { slot: 'main' })])[0]?.name).toBe(
      'new',
    );
    expect(panelsIn('main', [off])).toEqual([off]);
    expect(panelsIn('side', [{ ...aPanel('off'), enabled: false }])).toEqual([]);
  });
});

describe('fills of extension points', () => {
  const filling = aPanel('loyalty', {
    fills: [
      { point: 'some.header', action: 'grant', label: 'Grant points', order: 2, when: { permission: 'grant' } },
      { point: 'some.header', action: 'open', label: 'Loyalty', order: 1 },
    ],
  });

  it('are those whose conditions hold, in their order, with the panel that carries them out', () => {
    const { slots, now } = open({ panels: [filling] });
    expect(slots.fills.get()).toEqual([
      { panel: 'loyalty', point: 'some.header', action: 'open', label: 'Loyalty', order: 1 },
    ]);
    now.set({ ...withTicket, permissions: ['grant'] });
    expect(slots.fills.get().map(({ action }) => action)).toEqual(['open', 'grant']);
  });

  it('go with a panel that does not apply or is switched off', () => {
    expect(open({ panels: [{ ...filling, enabled: false }] }).slots.fills.get()).toEqual([]);
    const hidden = { ...filling, description: { ...filling.description, when: { permission: 'none' } } };
    expect(open({ panels: [hidden] }).slots.fills.get()).toEqual([]);
  });
});
