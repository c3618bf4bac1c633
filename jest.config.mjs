/**
 * One configuration for every room. Tests that need a page begin with `@jest-environment jsdom`.
 *
 * Sources stay TypeScript and ES modules; jest sees CommonJS, which is its fast and stable mode.
 */

import { makeTestFilesInMemory } from './scripts/lib/scratch.mjs';

makeTestFilesInMemory();

/** Packages published as ES modules alone, or that import() what they need. Under pnpm each lies in node_modules/.pnpm/<name>@<version>. */
const esmOnly = [
  'jose',
  // What reads HTML in the backend.
  'html-to-text',
  'htmlparser2',
  'entities',
  'domhandler',
  'domutils',
  'dom-serializer',
  'domelementtype',
  'selderee',
  '@selderee\\+plugin-htmlparser2',
  'parseley',
  'leac',
  'peberminta',
  'deepmerge-ts',
  // What sends traces: CommonJS that loads Node's own modules by import().
  '@opentelemetry\\+otlp-exporter-base',
  // What signs agents in at an identity provider, and the provider of the tests.
  'openid-client',
  'oauth4webapi',
  'oidc-provider',
  // What keeps files in a bucket.
  's3mini',
  // What encrypts archives.
  'age-encryption',
  '@noble\\+\\w+(?:-\\w+)*',
  '@scure\\+base',
  // Whose icons are loaded one by one.
  'lucide-react',
];

/** @type {import('jest').Config} */
export default {
  roots: [
    'shared',
    'remotes',
    'host',
    'embed',
    'backend',
    'federation',
    'simulate',
    'bench',
    'fuzz',
    'cluster',
    'scripts',
  ].map((room) => `<rootDir>/${room}`),
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '/\\.data/', '/\\.cache/'],
  testEnvironment: 'node',
  // Looking a global up in jest's sandbox is slow, so a loop over an image's pixels took many times as long. These globals are
  // passed to each module as arguments; no library declares them itself, and no test replaces them.
  sandboxInjectedGlobals: ['Math', 'Object', 'Array', 'JSON'],
  globalSetup: '<rootDir>/scripts/suite/before-all.ts',
  globalTeardown: '<rootDir>/scripts/suite/after-all.ts',
  setupFiles: ['<rootDir>/scripts/jest/web-globals.ts'],
  setupFilesAfterEnv: ['<rootDir>/scripts/jest/matchers.cjs'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/scripts/jest/css-stub.ts',
    '^lucide-react$': '<rootDir>/scripts/jest/icons.cjs',
    '^@mui/material$': '<rootDir>/scripts/jest/mui.cjs',
    '^fast-check$': '<rootDir>/scripts/jest/seeded-fast-check.cjs',
  },
  transform: {
    '\\.(?:[cm]?js|[cm]?ts|tsx)$': [
      '@swc/jest',
      {
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/\\.pnpm/(?!(?:${esmOnly.join('|')})@)`],
  cacheDirectory: '<rootDir>/.cache/jest',
  // Some tests wait for other processes: three workers keep the two cores of a small CI machine busy.
  maxWorkers: 3,
  // Ends a test that hangs; what a test takes on a busy machine is no fault of it.
  testTimeout: 120_000,
};
