export { createApi, type Api, type ApiOptions, type CallOptions } from './client';
export { ApiError, type ApiErrorKind } from './errors';
export * from './wire';
