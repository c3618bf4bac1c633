/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createPlaces, topOf } from './places';

const wide = () => Object.assign(new EventTarget(), { matches: true }) as MediaQueryList;
const open = () => {
  const places = createPlaces(wide);
  return { places, top: () => topOf(places.shown.get()) };
};

describe('what stands beside the conversation', () => {
  beforeEach(() => localStorage.clear());

  it('has quick replies over the details, and the details again when they go', () => {
    const { places, top } = open();
    expect(top()).toBe('customer-panel');
    places.show('quick-replies', 'toggle');
    expect(top()).toBe('quick-replies');
    places.show('quick-replies', 'toggle');
    expect(top()).toBe('customer-panel');
  });

  it('brings the details up where they lie under quick replies, instead of taking away what nobody sees', () => {
    const { places, top } = open();
    places.show('quick-replies', true);
    places.show('customer-panel', 'toggle');
    expect(top()).toBe('customer-panel');
    places.show('customer-panel', 'toggle');
    expect(top()).toBeNull();
  });

  it('remembers whether the details have their column', () => {
    const first = open();
    first.places.show('customer-panel', false);
    expect(open().top()).toBeNull();
    first.places.show('customer-panel', true);
    expect(open().top()).toBe('customer-panel');
  });

  it('can hide the details while they are covered', () => {
    const { places, top } = open();
    places.show('quick-replies', true);
    places.show('customer-panel', false);
    places.show('quick-replies', false);
    expect(top()).toBeNull();
  });
});
