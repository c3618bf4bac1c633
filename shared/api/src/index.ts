export { createApi, type Api, type ApiOptions, type CallOptions, type UploadOptions } from './client';
export {
  calledAddress,
  httpTransport,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport';
export { ApiError, type ApiErrorKind } from './errors';
export * from './wire';
