import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mayAttach, sentAs, takesCaption } from '../sending/channel-files';
import { messageLength, messageLimit, overLimit } from './message-limit';

describe('the length of a text', () => {
  it.each([
    ['whatsapp', 'a'.repeat(4096), 0],
    ['whatsapp', 'a'.repeat(4100), 4],
    ['instagram', 'न'.repeat(333), 0],
    ['instagram', 'न'.repeat(334), 2],
    ['instagram', '🙏'.repeat(250), 0],
    ['messenger', 'न'.repeat(2001), 1],
    ['email', 'a'.repeat(60_000), 0],
  ] as const)('on %s', (source, text, over) => {
    expect(overLimit(source, text)).toBe(over);
  });

  it('in bytes is what UTF-8 makes of it', () => {
    const encoder = new TextEncoder();
    const limit = messageLimit('instagram');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(limit && messageLength(text, limit)).toBe(encoder.encode(text).length);
      }),
    );
  });
});

describe('a file', () => {
  it.each([
    ['whatsapp', 'image/png', 5_000_000, true, 'image'],
    ['whatsapp', 'image/png', 5_000_001, 'size', 'image'],
    ['whatsapp', 'image/svg+xml', 9_000_000, true, 'document'],
    ['whatsapp', 'audio/ogg; codecs=opus', 16_000_000, true, 'audio'],
    ['whatsapp', 'text/csv', 100_000_001, 'size', 'document'],
    ['instagram', 'application/pdf', 1, true, 'document'],
    ['instagram', 'text/csv', 1, 'type', null],
    ['messenger', 'text/csv', 25_000_000, true, 'document'],
    ['email', 'text/csv', 25_000_000, true, 'document'],
    ['comment', 'image/png', 1, 'no_files', null],
    ['phone', 'image/png', 1, 'no_files', null],
  ] as const)('on %s as %s of %d bytes', (source, content_type, size, expected, kind) => {
    const verdict = mayAttach(source, { content_type, size });
    expect(verdict.allowed || verdict.reason).toBe(expected);
    expect(sentAs(source, { content_type })).toBe(kind);
  });

  it.each([
    ['whatsapp', 'image/png', 25_000_000, true, 'document'],
    ['messenger', 'video/mp4', 25_000_000, true, 'document'],
    ['instagram', 'image/png', 1, 'type', null],
  ] as const)('on %s as %s of %d bytes, as a document', (source, content_type, size, expected, kind) => {
    const verdict = mayAttach(source, { content_type, size, asDocument: true });
    expect(verdict.allowed || verdict.reason).toBe(expected);
    expect(sentAs(source, { content_type, asDocument: true })).toBe(kind);
  });

  it('carries a short text on WhatsApp alone, and never a sound', () => {
    expect(takesCaption('whatsapp', 'image', 'x'.repeat(1024))).toBe(true);
    expect(takesCaption('whatsapp', 'image', 'x'.repeat(1025))).toBe(false);
    expect(takesCaption('whatsapp', 'audio', 'x')).toBe(false);
    expect(takesCaption('messenger', 'image', 'x')).toBe(false);
  });
});
