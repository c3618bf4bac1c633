/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { loginAddress, mainSiteFor, redirectAddress, settingAddress, stageOf } from './main-site';
import { readPageConfig } from './page-config';

describe('the main site', () => {
  it.each([
    ['localhost', 'test'],
    ['inbox.shop.example', 'test'],
    ['inbox-stage.shop.example', 'stage'],
    ['STAGE.shop.example', 'stage'],
    ['inbox.production.shop.example', 'production'],
    ['prod.shop.example', 'production'],
    ['backstage.shop.example', 'test'],
  ])('of %s is the one for %s', (hostname, stage) => {
    expect(stageOf(hostname)).toBe(stage);
  });

  it('has a login page that may be told where to go on', () => {
    expect(loginAddress('/main-site')).toBe('/main-site/login');
    expect(loginAddress('https://m.example', '/inbox/tickets/5')).toBe(
      'https://m.example/login?next=%2Finbox%2Ftickets%2F5',
    );
  });

  it.each([
    ['a path of it', '/plans', 'https://m.example/shop/plans'],
    ['its own address', 'https://m.example/other', 'https://m.example/other'],
    ['another site', 'https://evil.example/', null],
    ['another site without a scheme', '//evil.example/', null],
    ['another site behind a slash that leans back', '/\\evil.example/', null],
    ['a script', 'javascript:alert(1)', null],
    ['what a page of it once made', 'blob:https://m.example/0f5c', null],
    ['no address', 'https://', null],
  ])('is where a redirect leads when the settings name %s', (_, redirectUrl, address) => {
    expect(redirectAddress('https://m.example/shop', redirectUrl, 'https://inbox.example')).toBe(address);
  });

  it.each([
    ['a path of the main site', '/billing', 'https://m.example/shop/billing'],
    ['another site', 'https://business.example/pay', 'https://business.example/pay'],
    ['a script', 'javascript:alert(1)', null],
    ['a file in disguise', 'data:text/html,hello', null],
  ])('is not all that a link of the settings may lead to: %s', (_, address, href) => {
    expect(settingAddress('https://m.example/shop', address, 'https://inbox.example')).toBe(href);
  });

  it('on the same origin is one of its paths', () => {
    expect(redirectAddress('/main-site', '/plans', 'https://inbox.example')).toBe(
      'https://inbox.example/main-site/plans',
    );
  });
});

describe('the configuration in the page', () => {
  beforeEach(() => document.head.replaceChildren());

  function put(text: string, nonce?: string) {
    const element = document.createElement('script');
    element.type = 'application/json';
    element.id = 'inbox-config';
    element.textContent = text;
    if (nonce !== undefined) element.nonce = nonce;
    document.head.append(element);
  }

  it('is optional: then the hostname decides', () => {
    expect(readPageConfig(document)).toEqual({
      mainSite: mainSiteFor('localhost'),
      apiBaseUrl: '',
      panelOverrides: false,
      worker: false,
      vitals: false,
      panelTimeoutMs: 10_000,
      memory: true,
      panelOrigins: [],
    });
  });

  it('names the main site and brings the nonce', () => {
    put('{ "mainSite": "/main-site" }', 'n0nce');
    expect(readPageConfig(document)).toMatchObject({ mainSite: '/main-site', apiBaseUrl: '', nonce: 'n0nce' });
  });

  it.each([
    '{ "mainSite": "https://m.example" }',
    '{ "mainSite": "https://m.example/shop", "apiBaseUrl": "https://api.example" }',
  ])('may be %s', (text) => {
    put(text);
    expect(readPageConfig(document)).toMatchObject(JSON.parse(text) as object);
  });

  it.each([
    '{ "mainSite": "javascript:alert(1)" }',
    '{ "mainSite": "/main-site/" }',
    '{ "mainSite": "//evil.example" }',
    '{ "mainSite": 5 }',
    '{ "panelOverrides": "yes" }',
    'nonsense',
  ])('is not guessed at when it is %s', (text) => {
    put(text);
    expect(() => readPageConfig(document)).toThrow();
  });
});
