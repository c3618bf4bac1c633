import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { decodeTnef } from './decode';
import { decompressRtf } from './decompress-rtf';
import { plainRtf, tnef, u32, unicode, type Parts, type Property } from './fixtures';
import { PROPERTY } from './properties';
import { readRtf } from './read-rtf';

const fields = (parts: Parts) => decodeTnef(tnef(parts));

describe('the words in a winmail.dat', () => {
  it.each<[string, Parts, { text?: string | null; html?: string | null }]>([
    [
      'in the attribute for them',
      { body: Buffer.from('Guten Tag, Müller\0', 'latin1') },
      { text: 'Guten Tag, Müller' },
    ],
    [
      'in the sender’s character set',
      { codePage: 1251, body: Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0]) },
      { text: 'Привет' },
    ],
    [
      'in a Unicode property, which goes before the attribute',
      { body: Buffer.from('?????'), message: [[PROPERTY.body, 'unicode', unicode('नमस्ते')]] },
      { text: 'नमस्ते' },
    ],
    [
      'as HTML in the character set that is told',
      {
        message: [
          [PROPERTY.html, 'binary', Buffer.from('<p>\x93Hi\x94</p>', 'latin1')],
          [PROPERTY.codePage, 'int32', 1252],
        ],
      },
      { html: '<p>“Hi”</p>' },
    ],
    [
      'as HTML in UTF-8 when nothing is told',
      { message: [[PROPERTY.html, 'binary', Buffer.from('<p>नमस्ते</p>')]] },
      { html: '<p>नमस्ते</p>' },
    ],
    [
      'as RTF that was made of HTML',
      {
        message: [
          [
            PROPERTY.rtf,
            'binary',
            plainRtf(
              String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}\htmlrtf \par \htmlrtf0 Gr\'fc\'dfe \u8364?5{\*\htmltag72 </p>}}`,
            ),
          ],
        ],
      },
      { html: '<p>Grüße €5</p>', text: null },
    ],
    [
      'as RTF of its own',
      {
        message: [
          [
            PROPERTY.rtf,
            'binary',
            plainRtf(String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\*\generator X}Hello\par\tab \{you\}}`),
          ],
        ],
      },
      { text: 'Hello\r\n\t{you}', html: null },
    ],
  ])('%s', (_, parts, said) => {
    expect(fields(parts)).toMatchObject(said);
  });
});

describe('the files in a winmail.dat', () => {
  it('have their long name, their declared type and their bytes', () => {
    const data = Buffer.from('%PDF-1.7');
    const long = [[PROPERTY.longFilename, 'unicode', unicode('बिल.pdf')]] as const;
    const mime = [[PROPERTY.mimeTag, 'text', Buffer.from('application/pdf\0')]] as const;
    expect(
      fields({
        files: [
          { title: 'BILL~1.PDF', data, properties: [...long, ...mime] },
          { title: 'a.png', data },
        ],
      }),
    ).toMatchObject({
      files: [
        { name: 'बिल.pdf', type: 'application/pdf', contentId: null, bytes: data },
        { name: 'a.png', type: null, bytes: data },
      ],
    });
  });

  it('of an attached message are its words and its own files', () => {
    const inner = tnef({
      subject: Buffer.from('Your order\0'),
      body: Buffer.from('It left.'),
      files: [{ title: 'label.png', data: Buffer.from('png') }],
    });
    const object = Buffer.concat([Buffer.alloc(16), inner]);
    const attached = [
      [PROPERTY.method, 'int32', 5],
      [PROPERTY.data, 'object', object],
    ] as const;
    const read = fields({ files: [{ properties: attached }] });
    expect(read?.files.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
      ['Your order.txt', 'It left.'],
      ['label.png', 'png'],
    ]);
  });

  it('are a hundred at most, and messages in messages end', () => {
    const many = Array.from({ length: 150 }, (_, at) => ({ title: `${at}`, data: Buffer.from('x') }));
    expect(fields({ files: many })?.files).toHaveLength(100);
    let nested = tnef({ body: Buffer.from('deep') });
    for (let level = 0; level < 20; level++) {
      const object = Buffer.concat([Buffer.alloc(16), nested]);
      nested = tnef({
        files: [
          {
            properties: [
              [PROPERTY.method, 'int32', 5],
              [PROPERTY.data, 'object', object],
            ],
          },
        ],
      });
    }
    expect(decodeTnef(nested)?.files).toEqual([]);
  });
});

describe('a mail that is built to take long', () => {
  const attached = (inner: Buffer) => {
    const list: Property[] = [
      [PROPERTY.method, 'int32', 5],
      [PROPERTY.data, 'object', Buffer.concat([Buffer.alloc(16), inner])],
    ];
    return { properties: list };
  };
  const many = (number: number, inner: Buffer) =>
    tnef({ files: Array.from({ length: number }, () => attached(inner)) });

  it('brings a hundred files, the messages that are attached to its messages among them', () => {
    const letter = tnef({ body: Buffer.from('Hello') });
    expect(decodeTnef(many(10, many(20, letter)))?.files).toHaveLength(95);
  });

  it('is read as far as the words of a mail go', () => {
    const letter = tnef({ message: [[PROPERTY.rtf, 'binary', plainRtf(`{\\rtf1 ${'Hello'.repeat(500_000)}}`)]] });
    expect(decodeTnef(many(3, letter))?.files).toHaveLength(1);
  });
});

describe('bytes that are no whole winmail.dat', () => {
  const whole = tnef({
    body: Buffer.from('Hello'),
    message: [
      [PROPERTY.body, 'unicode', unicode('Hello')],
      [PROPERTY.rtf, 'binary', plainRtf(String.raw`{\rtf1 Hello}`)],
    ],
    files: [{ title: 'a.pdf', data: Buffer.from('%PDF'), properties: [[PROPERTY.method, 'int32', 1]] }],
  });

  it('are none without its signature', () => {
    expect(decodeTnef(Buffer.from('TNEF'))).toBeNull();
    expect(decodeTnef(Buffer.alloc(0))).toBeNull();
  });

  it('say what stands before the place where they break off', () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: whole.length }), (length) => {
        const read = decodeTnef(whole.subarray(0, length));
        expect([null, 'Hello']).toContain(read?.text);
      }),
    );
  });

  it('never throw, whatever was changed in them', () => {
    const change = fc.tuple(fc.nat(whole.length - 7), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 20 }), (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, byte] of changes) bytes[6 + at] = byte;
        expect(decodeTnef(bytes)).not.toBeNull();
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (random) => {
        expect(decodeTnef(Buffer.concat([u32(0x223e9f78), Buffer.from([0, 0]), random]))).not.toBeNull();
      }),
    );
  });
});

describe('compressed RTF', () => {
  it.each([
    [
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
      '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
    ],
    ['1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0', '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}'],
  ])('%s is unpacked as the specification’s example', (packed, rtf) => {
    expect(decompressRtf(Buffer.from(packed, 'hex'), 1_000)?.toString('latin1')).toBe(rtf);
  });

  it('that says it is larger than any mail is not unpacked', () => {
    expect(decompressRtf(Buffer.concat([u32(0), u32(0xffffffff), u32(0x75465a4c), u32(0)]), 1e7)).toBeNull();
  });

  it('that only says it is large takes no more room than its bytes can fill', () => {
    const packed = Buffer.concat([u32(0), u32(1e7), u32(0x75465a4c), u32(0), Buffer.from([0, 0x41, 0x42])]);
    const rtf = decompressRtf(packed, 1e7);
    expect(rtf?.toString()).toBe('AB');
    expect(rtf?.buffer.byteLength).toBeLessThan(100);
  });

  it('of any bytes never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(5_000), (bytes, size) => {
        const packed = Buffer.concat([u32(0), u32(size), u32(0x75465a4c), u32(0), bytes]);
        expect(decompressRtf(packed, 5_000)?.length).toBeLessThanOrEqual(size);
      }),
    );
  });
});

it('RTF of any characters is read to its end', () => {
  const piece = fc.oneof(
    fc.constantFrom('{', '}', '\\', "\\'", '\\*', '\\u-1?', '\\uc99', '\\htmlrtf', '\\constructor', '\\bin9'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(typeof readRtf(Buffer.from(`{\\rtf1\\fromhtml1${pieces.join('')}`, 'latin1')).content).toBe('string');
    }),
  );
});
