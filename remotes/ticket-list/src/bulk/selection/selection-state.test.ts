import { describe, expect, it } from '@jest/globals';
import { NO_FILTERS, type TicketId } from '@inbox/domain';
import fc from 'fast-check';
import {
  add,
  afterWork,
  extend,
  isChosen,
  isEmpty,
  keepOnly,
  NOTHING,
  toggle,
  type Selection,
} from './selection-state';

const id = (number: number) => number as TicketId;
const ORDER = Array.from({ length: 12 }, (_, index) => id(100 - index));
const rows = fc.constantFrom(...ORDER);
const idsOf = (selection: Selection) => ORDER.filter((one) => isChosen(selection, one));

type Step = { kind: 'toggle' | 'extend'; at: TicketId } | { kind: 'add' } | { kind: 'leave'; at: TicketId };
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('toggle' as const, 'extend' as const, 'leave' as const), at: rows }),
    fc.constant<Step>({ kind: 'add' }),
  ),
  { maxLength: 30 },
);

function take(selection: Selection, step: Step): Selection {
  switch (step.kind) {
    case 'toggle':
      return toggle(selection, step.at);
    case 'extend':
      return extend(selection, step.at, ORDER);
    case 'add':
      return add(selection, ORDER);
    case 'leave':
      return keepOnly(selection, (one) => one !== step.at);
  }
}

/** The same as a person would tell it: a mark for each row, and what stood when the anchor was set. */
function told(all: readonly Step[]): TicketId[] {
  let marks = ORDER.map(() => false);
  let stood = marks;
  let anchor = -1;
  for (const step of all) {
    const at = 'at' in step ? ORDER.indexOf(step.at) : -1;
    if (step.kind === 'add') stood = marks = ORDER.map(() => true);
    if (step.kind === 'leave') {
      marks = marks.map((mark, index) => mark && index !== at);
      stood = stood.map((mark, index) => mark && index !== at);
    }
    if (step.kind === 'toggle') {
      stood = marks = marks.map((mark, index) => (index === at ? !mark : mark));
      anchor = at;
    }
    if (step.kind === 'extend' && anchor < 0) {
      stood = marks = marks.map((mark, index) => mark || index === at);
      anchor = at;
    } else if (step.kind === 'extend') {
      const [from, to] = [Math.min(anchor, at), Math.max(anchor, at)];
      marks = stood.map((mark, index) => mark || (index >= from && index <= to));
    }
  }
  return ORDER.filter((_, index) => marks[index]);
}

describe('choosing rows', () => {
  it('is what its steps tell, whatever they are', () => {
    fc.assert(
      fc.property(steps, (all) => {
        expect(idsOf(all.reduce(take, NOTHING))).toEqual(told(all));
      }),
    );
  });

  it('of a range does not depend on where the range ended before', () => {
    fc.assert(
      fc.property(rows, rows, rows, (from, first, last) => {
        const begun = toggle(NOTHING, from);
        expect(idsOf(extend(extend(begun, first, ORDER), last, ORDER))).toEqual(idsOf(extend(begun, last, ORDER)));
      }),
    );
  });

  it('of a range passes over what may not be chosen', () => {
    const [first, , third] = ORDER;
    const order = ORDER.filter((_, index) => index !== 1);
    expect(idsOf(extend(toggle(NOTHING, first!), third!, order))).toEqual([first, third]);
  });

  it('twice is as before', () => {
    fc.assert(
      fc.property(steps, rows, (all, at) => {
        const before = all.reduce(take, NOTHING);
        expect(idsOf(toggle(toggle(before, at), at))).toEqual(idsOf(before));
      }),
    );
  });

  it('is empty when the last one left the list', () => {
    const one = toggle(NOTHING, ORDER[0]!);
    expect(isEmpty(keepOnly(one, () => false))).toBe(true);
    expect(keepOnly(one, () => true)).toBe(one);
  });
});

describe('all on the server', () => {
  const all: Selection = { kind: 'all', except: new Set() };

  it('are all but those that are taken out', () => {
    const less = toggle(all, ORDER[3]!);
    expect(isChosen(less, ORDER[3]!)).toBe(false);
    expect(isChosen(less, id(9_999))).toBe(true);
    expect(toggle(less, ORDER[3]!)).toEqual(all);
    expect(extend(less, ORDER[3]!, ORDER)).toEqual(all);
  });

  it('stay all, whatever is loaded or leaves the list', () => {
    expect(add(all, ORDER)).toBe(all);
    expect(keepOnly(all, () => false)).toBe(all);
    expect(isEmpty(all)).toBe(false);
  });
});

describe('after bulk work', () => {
  const filters = { ...NO_FILTERS };
  const all: Selection = { kind: 'all', except: new Set() };

  it('what it was done with is chosen no more, and what was chosen meanwhile still is', () => {
    const [first, second, third] = ORDER;
    const now = [first!, second!, third!].reduce(toggle, NOTHING);
    expect(idsOf(afterWork(now, { ticket_ids: [first!, third!] }, filters))).toEqual([second]);
    expect(afterWork(all, { ticket_ids: [first!] }, filters)).toBe(all);
  });

  it('with all that match nothing is chosen, unless it was chosen since or under other filters', () => {
    const target = { filters, except: [] };
    const some = toggle(NOTHING, ORDER[0]!);
    expect(isEmpty(afterWork(all, target, filters))).toBe(true);
    expect(afterWork(all, target, { ...NO_FILTERS })).toBe(all);
    expect(afterWork(some, target, filters)).toBe(some);
  });
});
