import type { Schema } from '@inbox/domain';

/** One call of spec section 7: where it goes, what it takes and what it answers. Both sides are built from it. */
export interface Call<Params, Query, Body, Answer> {
  method: 'GET' | 'POST';
  /** With `:name` for each path parameter, and the trailing slash of the specification. */
  path: string;
  params: Schema<Params> | null;
  query: Schema<Query> | null;
  body: Schema<Body> | null;
  answer: Schema<Answer>;
  /** The agent's browser may keep the answer for CACHE_MAX_AGE_MS. */
  isCached: boolean;
  /** It changes nothing: asked too soon, it may be asked again by itself. */
  isRead: boolean;
  /** The body goes as multipart/form-data: of a list each entry by itself, under the same name. */
  isForm: boolean;
}

/** Milliseconds for which some answers are believed (spec sections 7 and 9): those whose staleness harms nobody. */
export const CACHE_MAX_AGE_MS = 900_000;

interface CallParts<Params, Query, Body, Answer> {
  params?: Schema<Params>;
  query?: Schema<Query>;
  body?: Schema<Body>;
  answer: Schema<Answer>;
}

interface Kept {
  /** For what seldom changes, and is not changed from the page that asks; Refresh asks for it anew. */
  cached?: boolean;
}

/** The body of a form: texts by their names. */
export type FormBody = Readonly<Record<string, string | readonly string[]>>;

/** The schemas are made when the call is first used: a page uses a few of all that there are before it shows something. */
function define<Params, Query, Body, Answer>(
  method: 'GET' | 'POST',
  path: string,
  makeParts: () => CallParts<Params, Query, Body, Answer>,
  { cached: isCached = false, form: isForm = false, read = false }: Kept & { form?: boolean; read?: boolean } = {},
): Call<Params, Query, Body, Answer> {
  let made: CallParts<Params, Query, Body, Answer> | undefined;
  const parts = () => (made ??= makeParts());
  return {
    method,
    path,
    isCached,
    isRead: read || method === 'GET',
    isForm,
    get params() {
      return parts().params ?? null;
    },
    get query() {
      return parts().query ?? null;
    },
    get body() {
      return parts().body ?? null;
    },
    get answer() {
      return parts().answer;
    },
  };
}

export const get = <Answer, Params = null, Query = null>(
  path: string,
  parts: () => { params?: Schema<Params>; query?: Schema<Query>; answer: Schema<Answer> },
  kept?: Kept,
): Call<Params, Query, null, Answer> => define('GET', path, parts, kept);

export const post = <Answer, Params = null, Body = null>(
  path: string,
  parts: () => { params?: Schema<Params>; body?: Schema<Body>; answer: Schema<Answer> },
): Call<Params, null, Body, Answer> => define('POST', path, parts);

/** A POST that only asks, as what it asks by is too much for an address. */
export const postRead = <Answer, Params = null, Body = null>(
  path: string,
  parts: () => { params?: Schema<Params>; body?: Schema<Body>; answer: Schema<Answer> },
): Call<Params, null, Body, Answer> => define('POST', path, parts, { read: true });

export const postForm = <Answer, Params = null, Body extends FormBody = FormBody>(
  path: string,
  parts: () => { params?: Schema<Params>; body: Schema<Body>; answer: Schema<Answer> },
): Call<Params, null, Body, Answer> => define('POST', path, parts, { form: true });

/** What a caller hands in for a call: only the parts that the call has. */
export type CallInput<C> =
  C extends Call<infer Params, infer Query, infer Body, unknown>
    ? ([Params] extends [null] ? unknown : { params: Params }) &
        ([Query] extends [null] ? unknown : { query: Query }) &
        ([Body] extends [null] ? unknown : { body: Body })
    : never;

export type CallAnswer<C> = C extends Call<infer _P, infer _Q, infer _B, infer Answer> ? Answer : never;
