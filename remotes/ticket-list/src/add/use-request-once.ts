import { ApiError } from '@inbox/api';
import type { Schema } from '@inbox/domain';
import { usePanelStorage } from '@inbox/panel';
import { useRef, useState } from 'react';

/** Where the request is. */
export type RequestState =
  | { kind: 'idle' }
  | { kind: 'running' }
  | {
      kind: 'failed';
      reason: string;
      fields: Readonly<Record<string, string[]>>;
      /** Counts the failures: the focus goes to what is wrong once for each. */
      attempt: number;
    };

export type Outcome<Body, Answer> =
  | { kind: 'answered'; answer: Answer; body: Body }
  /** `reason`: the server's words, when it refused; null when nobody knows whether it heard. */
  | { kind: 'failed'; reason: string | null; fields: Readonly<Record<string, string[]>> }
  /** Another one is on its way: nothing was requested. */
  | { kind: 'busy' };

interface Options<Body, Answer> {
  /** Under which the browser stores the request until the server has answered it. */
  key: string;
  schema: Schema<Body>;
  call(body: Body): Promise<Answer>;
  /** What an agent reads when nobody knows what became of it. */
  failed: string;
}

export interface RequestOnce<Body, Answer> {
  state: RequestState;
  /** The request of which nobody knows whether it arrived: only the same one may be made again. Null when there is none. */
  unknown: Body | null;
  /** Also between a click and the render after it. */
  isRunning(): boolean;
  /** Makes the unknown request again when there is one, else the one that `make` returns. */
  request(make: () => Body): Promise<Outcome<Body, Answer>>;
  /** Something is missing, which is known before anything is requested. */
  fail(reason: string, fields?: Readonly<Record<string, string[]>>): void;
  /**
   * Removes the errors of fields that the agent has changed. The failure goes with its last field; a failure without fields
   * goes with any change.
   */
  changed(fields: readonly string[]): void;
  /** Gives up the unknown request. */
  forget(): void;
}

/**
 * A request that must not take effect twice. Its body names it for good (a `ref` or `temp_id`), and is stored before it
 * leaves: after a lost answer, also one lost with the page, the very same request is all that can be made.
 */
export function useRequestOnce<Body, Answer>(options: Options<Body, Answer>): RequestOnce<Body, Answer> {
  const { key, schema, call, failed } = options;
  const storage = usePanelStorage();
  const [unknown, setUnknown] = useState(() => storage.read(key, schema));
  const [state, setState] = useState<RequestState>({ kind: 'idle' });
  const running = useRef(false);
  const attempts = useRef(0);
  const fail = (reason: string, fields: Readonly<Record<string, string[]>> = {}) => {
    attempts.current += 1;
    setState({ kind: 'failed', reason, fields, attempt: attempts.current });
  };

  return {
    state,
    unknown,
    isRunning: () => running.current,
    async request(make) {
      if (running.current) return { kind: 'busy' };
      running.current = true;
      setState({ kind: 'running' });
      const body = unknown ?? make();
      storage.write(key, body);
      try {
        const answer = await call(body);
        storage.remove(key);
        return { kind: 'answered', answer, body };
      } catch (error) {
        running.current = false;
        const refused = error instanceof ApiError && error.kind === 'refused' ? error : null;
        const isKnown = refused !== null || (error instanceof ApiError && error.kind === 'signed-out');
        if (isKnown) storage.remove(key);
        setUnknown(isKnown ? null : body);
        const reason = refused?.message ?? null;
        const fields = refused?.details.fields ?? {};
        fail(reason ?? failed, fields);
        return { kind: 'failed', reason, fields };
      }
    },
    fail,
    changed: (fields) => setState((before) => withoutFields(before, fields)),
    forget() {
      storage.remove(key);
      setUnknown(null);
    },
  };
}

function withoutFields(state: RequestState, changed: readonly string[]): RequestState {
  if (state.kind !== 'failed') return state;
  const named = Object.entries(state.fields);
  const left = named.filter(([field]) => !changed.includes(field));
  if (left.length === named.length && named.length > 0) return state;
  const [first] = left;
  if (first === undefined) return { kind: 'idle' };
  return { ...state, reason: first[1][0] ?? state.reason, fields: Object.fromEntries(left) };
}
