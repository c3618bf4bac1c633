/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import { createTrust } from './trust';

afterEach(() => void Reflect.deleteProperty(globalThis, 'trustedTypes'));

it('lets scripts of the inbox through, and of nobody else', () => {
  const trust = createTrust();
  trust.allow('https://inbox.example');
  expect(trust.script('https://inbox.example/panel.js')).toBe('https://inbox.example/panel.js');
  expect(() => trust.script('https://inbox.example.evil/panel.js')).toThrow(TypeError);
  expect(() => trust.script('/own.js')).toThrow(TypeError);
});

it('lets frames through in which nothing runs', () => {
  const trust = createTrust();
  const frame = (policy: string, before = '') =>
    `${before}<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"></head><body></body></html>`;
  const inert = frame("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
  expect(trust.frame(inert)).toBe(inert);
  for (const other of [
    '<script>steal()</script>',
    frame("default-src 'self'"),
    frame("default-src 'none'; script-src 'unsafe-inline'"),
    frame("default-src 'none';", '<script>steal()</script>'),
  ]) {
    expect(() => trust.frame(other)).toThrow(TypeError);
  }
});

it('makes one policy, by the name that the page lists', () => {
  const createPolicy = jest.fn((_name: string, rules: object) => rules);
  Object.assign(globalThis, { trustedTypes: { createPolicy } });
  const trust = createTrust();
  trust.allow('https://inbox.example');
  trust.script('https://inbox.example/one.js');
  trust.script('https://inbox.example/two.js');
  expect(() => trust.frame('')).toThrow(TypeError);
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['inbox']);
});
