/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { HealthEntry } from '@inbox/domain/operations';
import { attributeFrame, createFrameLog, type HandledInput, type LongFrame } from './long-frames';

const frame = (change: Partial<LongFrame> = {}): LongFrame => ({
  startTime: 1_000,
  duration: 120,
  scripts: [],
  ...change,
});
const file = (panel: string) => `https://inbox.example/panels/${panel}/2.0.0/main.js`;
const at = (name: string, target: Node | null, processingStart = 1_010): HandledInput => ({
  name,
  startTime: 990,
  processingStart,
  target,
});

let row: Element;
let shell: Element;

beforeEach(() => {
  document.body.innerHTML = `<nav><a></a></nav><main data-panel="ticket-list" data-version="1.0.0"><p id="row"></p></main>`;
  row = document.getElementById('row')!;
  shell = document.querySelector('a')!;
});

describe('a long frame', () => {
  it.each<[string, 'pointer' | 'keyboard']>([
    ['click', 'pointer'],
    ['pointerup', 'pointer'],
    ['keydown', 'keyboard'],
    ['input', 'keyboard'],
  ])('after %s is of the panel that got it', (name, action) => {
    const scripts = [{ sourceURL: file('conversation'), duration: 80 }];
    const found = attributeFrame(frame({ scripts }), [at(name, row)]);
    expect(found).toEqual({ panel: 'ticket-list', version: '1.0.0', action });
  });

  it.each<[string, HandledInput[]]>([
    ['no input', []],
    ['an input of another frame', [at('click', row, 900), at('click', row, 1_120)]],
    ['an input outside of panels', [at('click', shell)]],
    ['an input whose element is gone', [at('click', null)]],
    ['a pointer that only moves', [at('pointerover', row)]],
  ])('with %s is of the panel whose script ran longest', (_, inputs) => {
    const scripts = [
      { sourceURL: 'https://inbox.example/host.js', duration: 100 },
      { sourceURL: file('ticket-list'), duration: 10 },
      { sourceURL: file('conversation'), duration: 20 },
    ];
    const found = attributeFrame(frame({ scripts }), inputs);
    expect(found).toEqual({ panel: 'conversation', version: '2.0.0', action: 'other' });
  });

  it('of the shell, and of nobody, is left out', () => {
    expect(attributeFrame(frame({ scripts: [{ sourceURL: 'https://x/host.js', duration: 90 }] }), [])).toBeUndefined();
    expect(attributeFrame(frame(), [])).toBeUndefined();
  });
});

it('of many frames the longest of each panel and action is reported, once', () => {
  const reported: HealthEntry[] = [];
  const log = createFrameLog((entry) => reported.push(entry));
  log.handled(at('click', row));
  log.took(frame());
  // The browser tells of some inputs only after their frame.
  log.took(frame({ startTime: 2_000, duration: 300 }));
  log.handled(at('click', row, 2_010));
  log.handled(at('click', row, 3_010));
  log.took(frame({ startTime: 3_000, duration: 200 }));
  log.handled(at('keydown', row, 4_010));
  log.took(frame({ startTime: 4_000, duration: 999_999 }));
  // Moves come by the hundred and must not push out what is looked for.
  log.handled(at('click', row, 5_010));
  for (let count = 0; count < 500; count += 1) log.handled(at('pointermove', row, 5_020));
  log.took(frame({ startTime: 5_000, duration: 400 }));
  log.report();
  log.report();
  const of = { panel: 'ticket-list', version: '1.0.0' };
  expect(reported).toEqual([
    { ...of, kind: 'frame_pointer_ms', value: 400 },
    { ...of, kind: 'frame_keyboard_ms', value: 120_000 },
  ]);
});
