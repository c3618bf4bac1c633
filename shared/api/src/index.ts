export { createApi, type Api, type ApiOptions, type CallOptions, type UploadOptions } from './client';
export type { Transport, TransportRequest, TransportResponse } from './transport';
export { ApiError, type ApiErrorKind } from './errors';
export * from './wire';
