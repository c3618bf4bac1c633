import { describe, expect, it } from '@jest/globals';
import {
  findQuickReplies,
  importStep,
  isShortcutTaken,
  MAX_QUICK_REPLY_LENGTH,
  MAX_SHORTCUT_LENGTH,
  mayManageQuickReplies,
  QUICK_REPLIES_PERMISSION,
  quickReplyOf,
  quickReplyProblem,
} from './quick-reply';

it.each([
  ['an agent with the permission', false, ['access_connect_chat_page', QUICK_REPLIES_PERMISSION], true],
  ['an agent without the permission', false, ['access_connect_chat_page', 'operate_panels'], false],
  ['a store admin without the permission', true, [], true],
])('%s may change the quick replies of the shop: %3$j', (_, is_store_admin, user_permissions, expected) => {
  expect(mayManageQuickReplies({ is_store_admin, user_permissions })).toBe(expected);
});

describe('a quick reply', () => {
  it.each([
    ['/hello', 'Hello', null],
    ['/', 'Hello', null],
    ['/नमस्ते', 'नमस्ते', null],
    [`/${'x'.repeat(MAX_SHORTCUT_LENGTH - 1)}`, 'x'.repeat(MAX_QUICK_REPLY_LENGTH), null],
    ['hello', 'Hello', { field: 'shortcut', reason: 'no_slash' }],
    ['', '', { field: 'shortcut', reason: 'no_slash' }],
    ['\\hello', 'Hello', { field: 'shortcut', reason: 'no_slash' }],
    [`/${'x'.repeat(MAX_SHORTCUT_LENGTH)}`, 'Hello', { field: 'shortcut', reason: 'too_long' }],
    ['/hello', '', { field: 'message', reason: 'empty' }],
    ['/hello', 'x'.repeat(MAX_QUICK_REPLY_LENGTH + 1), { field: 'message', reason: 'too_long' }],
  ])('%.12j with %.12j: %j', (shortcut, message, problem) => {
    expect(quickReplyProblem({ shortcut, message })).toEqual(problem);
  });

  it('has no spaces around what is written', () => {
    expect(quickReplyOf({ shortcut: ' /hello\n', message: '\n Hello \n there ' })).toEqual({
      shortcut: '/hello',
      message: 'Hello \n there',
    });
  });

  it('is taken by an exact match alone', () => {
    const replies = [{ shortcut: '/Hello', message: '' }];
    expect(['/Hello', '/hello', '/Hello '].map((shortcut) => isShortcutTaken(replies, shortcut))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['HELL', true],
    [' ell ', true],
    ['', true],
    ['/hello there', false],
  ])('matches %j: %j', (search, expected) => {
    const replies = [{ shortcut: '/Hello' }];
    // The second search finds the list prepared.
    expect([1, 2].map(() => findQuickReplies(replies, search).length === 1)).toEqual([expected, expected]);
  });

  it('is found in its place among the others', () => {
    const replies = ['/b1', '/A1', '/a2', '/B2'].map((shortcut) => ({ shortcut }));
    expect(findQuickReplies(replies, 'b')).toEqual([replies[0], replies[3]]);
    expect(findQuickReplies(replies, '1')).toEqual([replies[0], replies[1]]);
    expect(findQuickReplies(replies.slice(1), 'b')).toEqual([replies[3]]);
  });

  it('is added, changed or left by an import', () => {
    const line = { shortcut: '/a', message: 'A' };
    expect([undefined, { ...line, message: 'B' }, line].map((existing) => importStep(existing, line))).toEqual([
      'add',
      'change',
      'same',
    ]);
  });
});
