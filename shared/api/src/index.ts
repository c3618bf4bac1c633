export {
  createApi,
  type Api,
  type ApiOptions,
  type CallOptions,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  type UploadOptions,
} from './client';
export { ApiError, type ApiErrorKind } from './errors';
export * from './wire';
