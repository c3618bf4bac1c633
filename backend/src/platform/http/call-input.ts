import type { AllCalls, AnyCallName } from '@inbox/api/all-calls';
import type { Call } from '@inbox/api/wire';

/** What a call is asked, as its schemas have read it. */
export interface CallInputs<C> {
  params: C extends Call<infer Params, infer _Q, infer _B, infer _A> ? Params : never;
  query: C extends Call<infer _P, infer Query, infer _B, infer _A> ? Query : never;
  body: C extends Call<infer _P, infer _Q, infer Body, infer _A> ? Body : never;
}

export type InputOf<Name extends AnyCallName> = CallInputs<AllCalls[Name]>;
