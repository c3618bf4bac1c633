import { RULES } from './scripts/layers/rules.mjs';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: RULES,
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|/\\.cache/|/\\.data/|test-results' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    cache: { folder: '.cache/dependency-cruiser', strategy: 'content' },
  },
};
