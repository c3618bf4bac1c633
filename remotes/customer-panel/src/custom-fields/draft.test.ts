import { describe, expect, it } from '@jest/globals';
import type { FieldValues } from '@inbox/domain';
import { aCustomField } from '@inbox/panel/testing';
import { afterSave, openChanges, shownValues, theirs, withChange, withoutChange, type Draft } from './draft';

const city = aCustomField({ id: 1 });
const saved: FieldValues = { 1: ['Pune'], 2: ['Red'] };

describe('a draft', () => {
  it('shows what was changed over what is saved', () => {
    expect(shownValues({ 1: { from: ['Pune'], to: ['Agra'] } }, saved)).toEqual({ 1: ['Agra'], 2: ['Red'] });
    expect(shownValues({ 1: { from: ['Pune'], to: [] } }, saved)).toEqual({ 1: [], 2: ['Red'] });
  });

  it('remembers what was saved when the change began', () => {
    const first = withChange({}, city, saved, ['A']);
    const second = withChange(first, city, { 1: ['Kochi'] }, ['Agra']);
    expect(second).toEqual({ 1: { from: ['Pune'], to: ['Agra'] } });
    expect(withoutChange(second, 1)).toEqual({});
  });

  it.each<[string, Draft, Draft]>([
    ['another text is open', { 1: { from: ['Pune'], to: ['Agra'] } }, { 1: { from: ['Pune'], to: ['Agra'] } }],
    ['the same is not', { 1: { from: ['Agra'], to: ['Pune '] } }, {}],
    ['nothing where nothing is saved is not', { 3: { from: ['x'], to: [' '] } }, {}],
  ])('%s', (_, draft, open) => {
    expect(openChanges(draft, saved)).toEqual(open);
  });

  it.each<[string, string[], string[], FieldValues, string[] | null]>([
    ['nobody has changed it', ['Pune'], ['Agra'], saved, null],
    ['a colleague has', ['Pune'], ['Agra'], { 1: ['Kochi'] }, ['Kochi']],
    ['a colleague has cleared it', ['Pune'], ['Agra'], {}, []],
    ['a colleague has saved the same', ['Pune'], [' Agra'], { 1: ['Agra'] }, null],
  ])('says of a field that %s', (_, from, to, now, expected) => {
    expect(theirs({ 1: { from, to } }, now, city)).toEqual(expected);
  });

  it('keeps after a save what was changed while it was on its way', () => {
    const sent: Draft = { 1: { from: [], to: ['Agra'] } };
    expect(afterSave(sent, sent, { 1: ['Agra'] })).toEqual({});
    const now: Draft = { 1: { from: [], to: ['Agra Fort'] }, 2: { from: [], to: ['Red'] } };
    expect(afterSave(now, sent, { 1: ['Agra'] })).toEqual({
      1: { from: ['Agra'], to: ['Agra Fort'] },
      2: { from: [], to: ['Red'] },
    });
  });
});
