export * from './call';
export * from './calls';
export * from './envelope';
export * from './live';
export * from './uploads';
