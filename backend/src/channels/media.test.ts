import { expect, it } from '@jest/globals';
import { mayCarryToken } from './media';

it.each([
  ['https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1', true],
  ['https://scontent.xx.fbcdn.net/v/t1.jpg', true],
  ['https://graph.facebook.com/v21.0/1', true],
  ['https://graph.example:8443/media/1', true],
  ['https://graph.example/media/1', false],
  ['http://lookaside.fbsbx.com/1', false],
  ['https://evilfbsbx.com/1', false],
  ['https://fbsbx.com.evil.example/1', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['http://localhost:4000/api/', false],
])('the token goes along to %s: %s', (address, expected) => {
  expect(mayCarryToken(address, { out_url: 'https://graph.example:8443/v21.0' })).toBe(expected);
});
