export * from './call';
export * from './calls';
export * from './envelope';
export * from './live';
export * from './spec-names';
export * from './uploads';
