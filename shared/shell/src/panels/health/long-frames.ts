import { MAX_HEALTH_MS, type HealthEntry } from '@inbox/domain/operations';
import { panelOf } from './panel-of';

/** What the browser says of a frame that took 50 ms or more, as far as it is read here. */
export interface LongFrame {
  startTime: number;
  duration: number;
  scripts: readonly { sourceURL: string; duration: number }[];
}

/** What the browser says of an input that it handed to the page. */
export interface HandledInput {
  name: string;
  startTime: number;
  processingStart: number;
  target: Node | null;
}

type Action = 'pointer' | 'keyboard' | 'other';

const BY_POINTER = /^(?:click|auxclick|contextmenu|dblclick|mouse(?:down|up)|pointer(?:down|up)|touch(?:start|end))$/;
const BY_KEYBOARD = /^(?:key(?:down|up|press)|(?:before)?input|composition\w+)$/;

const actionOf = ({ name }: HandledInput): Action | undefined =>
  BY_POINTER.test(name) ? 'pointer' : BY_KEYBOARD.test(name) ? 'keyboard' : undefined;

/** A file of a published panel: `…/panels/NAME/VERSION/…`. */
const PANEL_FILE = /\/panels\/([^/?#]+)\/([^/?#]+)\//;

/**
 * Whose frame it was and what it answered: the panel that the agent's input went to, else the panel whose own script ran
 * longest in it. Undefined when it was no panel's.
 */
export function attributeFrame(
  frame: LongFrame,
  inputs: readonly HandledInput[],
): { panel: string; version: string; action: Action } | undefined {
  const end = frame.startTime + frame.duration;
  const input = inputs.find(
    (one) => actionOf(one) !== undefined && one.processingStart >= frame.startTime && one.processingStart < end,
  );
  const owner = input && panelOf(input.target);
  if (owner) return { ...owner, action: actionOf(input) ?? 'other' };
  const [script] = frame.scripts
    .filter(({ sourceURL }) => PANEL_FILE.test(sourceURL))
    .toSorted((a, b) => b.duration - a.duration);
  const [, panel, version] = PANEL_FILE.exec(script?.sourceURL ?? '') ?? [];
  return panel !== undefined && version !== undefined ? { panel, version, action: 'other' } : undefined;
}

/** Inputs that are remembered until their frame is known. */
const MOST_INPUTS = 100;

/** The longest frame of each panel and action so far, handed over whenever the page is hidden and one was longer. */
export function createFrameLog(onMeasured: (entry: HealthEntry) => void) {
  let inputs: HandledInput[] = [];
  let longest = new Map<string, HealthEntry>();
  // The browser may tell of an input after its frame: each waits until the next one comes.
  let waiting: LongFrame | undefined;

  function settle(frame: LongFrame | undefined): void {
    const found = frame && attributeFrame(frame, inputs);
    if (!found) return;
    const { action, ...of } = found;
    const key = `${of.panel}@${of.version} ${action}`;
    const value = Math.min(frame.duration, MAX_HEALTH_MS);
    if (value > (longest.get(key)?.value ?? 0)) longest.set(key, { ...of, kind: `frame_${action}_ms`, value });
  }

  return {
    handled(input: HandledInput): void {
      if (actionOf(input) !== undefined) inputs = [...inputs, input].slice(-MOST_INPUTS);
    },
    took(frame: LongFrame): void {
      settle(waiting);
      waiting = frame;
    },
    /** Once for each: a page counts one longest frame, as it counts one of each web vital. */
    report(): void {
      settle(waiting);
      waiting = undefined;
      for (const entry of longest.values()) onMeasured(entry);
      longest = new Map();
    },
  };
}

/** Measures frames of 50 ms and more where the browser tells of them, until the page is hidden for the first time. */
export function measureLongFrames(onMeasured: (entry: HealthEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('long-animation-frame')) return;
  const log = createFrameLog(onMeasured);
  const onInputs = (entries: PerformanceEntryList) => {
    for (const entry of entries) log.handled(entry as PerformanceEventTiming);
  };
  const onFrames = (entries: PerformanceEntryList) => {
    for (const entry of entries) log.took(entry as PerformanceEntry & LongFrame);
  };
  const inputs = new PerformanceObserver((list) => onInputs(list.getEntries()));
  const frames = new PerformanceObserver((list) => onFrames(list.getEntries()));
  inputs.observe({ type: 'event', durationThreshold: 16, buffered: true });
  frames.observe({ type: 'long-animation-frame', buffered: true });
  document.addEventListener('visibilitychange', function onHidden() {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', onHidden);
    onInputs(inputs.takeRecords());
    onFrames(frames.takeRecords());
    inputs.disconnect();
    frames.disconnect();
    log.report();
  });
}
