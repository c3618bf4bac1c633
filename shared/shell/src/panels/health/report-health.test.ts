/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import type { HealthEntry } from '@inbox/domain/operations';
import { createHealthLog, type HealthNote } from '../health-log';
import { FAILURE_AFTER_MS, REPORT_AFTER_MS, reportHealth } from './report-health';
import { panelOf } from './panel-of';

const of = { panel: 'conversation', version: '1.0.0' };
const note = (kind: HealthNote['kind'], change: Partial<HealthNote> = {}): HealthNote => ({ ...of, kind, ...change });

let sent: HealthEntry[][];
let failure: ApiError | null;
let visibility: DocumentVisibilityState;
let isOnline: boolean;
let canSend: boolean;

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  failure = null;
  visibility = 'visible';
  isOnline = true;
  canSend = true;
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function begin(early: HealthNote[] = []) {
  const log = createHealthLog();
  early.forEach(log.note);
  let measured: (entry: HealthEntry) => void = () => undefined;
  const stop = reportHealth({
    log,
    send: async (entries) => {
      if (failure) throw failure;
      sent.push(entries);
    },
    canSend: () => canSend,
    measure: (onMeasured) => (measured = onMeasured),
  });
  return { log, stop, measured: (entry: HealthEntry) => measured(entry) };
}

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('the report of a page', () => {
  it('has what was noted before it began, in one batch, with the load time', async () => {
    const { log } = begin([note('load', { value: 120 })]);
    log.note(note('load', { panel: 'ticket-list', value: 999_999 }));
    await pass(REPORT_AFTER_MS - 1);
    expect(sent).toEqual([]);
    await pass(1);
    expect(sent).toEqual([
      [
        { ...of, kind: 'load' },
        { ...of, kind: 'load_ms', value: 120 },
        { ...of, panel: 'ticket-list', kind: 'load' },
        { ...of, panel: 'ticket-list', kind: 'load_ms', value: 120_000 },
      ],
    ]);
  });

  it('says soon what failed, and of each version once', async () => {
    const { log } = begin();
    for (const kind of ['load', 'load_failed', 'load', 'load_failed', 'render_error'] as const) log.note(note(kind));
    await pass(FAILURE_AFTER_MS);
    expect(sent).toEqual([[note('load'), note('load_failed')]]);
    log.note(note('render_error', { version: '2.0.0' }));
    await pass(FAILURE_AFTER_MS);
    expect(sent[1]).toEqual([note('render_error', { version: '2.0.0' })]);
  });

  it('does not hold a missing network against a release', async () => {
    const { log } = begin();
    isOnline = false;
    log.note(note('load_failed'));
    log.note(note('render_error', { panel: 'ticket-list' }));
    await pass(REPORT_AFTER_MS);
    expect(sent).toEqual([[note('render_error', { panel: 'ticket-list' })]]);
  });

  it('leaves with the page, and takes what is measured as it is hidden', async () => {
    const { log, measured } = begin();
    log.note(note('load'));
    visibility = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([[note('load')]]);
    measured({ ...of, kind: 'lcp_ms', value: 900 });
    measured({ ...of, kind: 'cls', value: 0.1 });
    await pass(0);
    expect(sent[1]).toEqual([
      { ...of, kind: 'lcp_ms', value: 900 },
      { ...of, kind: 'cls', value: 0.1 },
    ]);
  });

  it('is tried again while the server cannot be reached, and holds a bounded number', async () => {
    const { log } = begin();
    failure = new ApiError('offline', 'No network');
    for (let version = 0; version < 300; version += 1) log.note(note('load', { version: `0.0.${version}` }));
    await pass(REPORT_AFTER_MS);
    failure = null;
    await pass(5 * REPORT_AFTER_MS);
    expect(sent.map((entries) => entries.length)).toEqual([50, 50]);
    expect(sent[0]?.[0]).toEqual(note('load', { version: '0.0.0' }));
  });

  it('waits while there is no connection, or nobody is signed in', async () => {
    const { log } = begin();
    canSend = false;
    log.note(note('load'));
    await pass(REPORT_AFTER_MS);
    expect(sent).toEqual([]);
    canSend = true;
    await pass(REPORT_AFTER_MS);
    expect(sent).toEqual([[note('load')]]);
  });

  it.each<[string, ApiError['kind'], number | undefined, boolean]>([
    ['500', 'server', 500, true],
    ['nothing at all in time', 'timeout', undefined, true],
    ['a line that is cut', 'offline', undefined, true],
    ['429', 'refused', 429, false],
    ['403', 'refused', 403, false],
    ['another answer than the contract has', 'bad-answer', 200, false],
  ])(
    'that meets %s shows nobody anything, and is sent again where that can help',
    async (_, kind, status, isSentAgain) => {
      const { log } = begin();
      failure = new ApiError(kind, 'No', { status });
      log.note(note('load'));
      await pass(REPORT_AFTER_MS);
      failure = null;
      await pass(5 * REPORT_AFTER_MS);
      expect(sent).toEqual(isSentAgain ? [[note('load')]] : []);
    },
  );

  it('ends with what is left', async () => {
    const { log, stop } = begin();
    log.note(note('load'));
    stop();
    log.note(note('load', { version: '2.0.0' }));
    await pass(5 * REPORT_AFTER_MS);
    expect(sent).toEqual([[note('load')]]);
  });
});

it('an element is known by its panel and version, and by nothing that it shows', () => {
  document.body.innerHTML = `<main id="asha"><div data-panel="conversation" data-version="1.0.0"><p id="secret">Hi</p></div></main>`;
  const text = document.getElementById('secret')?.firstChild ?? null;
  expect(panelOf(text)).toEqual(of);
  expect(panelOf(document.getElementById('asha'))).toBeUndefined();
  expect(panelOf(null)).toBeUndefined();
});
