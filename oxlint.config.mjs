import { defineConfig } from 'oxlint';

export default defineConfig({
  plugins: ['import', 'typescript', 'react', 'jsx-a11y', 'unicorn', 'vitest'],
  jsPlugins: ['./lint/effection.mjs', './lint/walls.mjs'],
  categories: { correctness: 'error' },
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'walls/rooms': 'error',
    'effection/yielded-operation': 'error',
    'effection/no-yield-in-finally': 'error',
    // An operation without a `yield` is still an operation.
    'require-yield': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'fc.assert'] }],
    // This code base uses no `this`: apparent methods are closures.
    'typescript/unbound-method': 'off',
    // Effection's tasks are promises that need no handling: their scope receives the error.
    'typescript/no-floating-promises': [
      'error',
      { allowForKnownSafePromises: [{ from: 'package', package: 'effection', name: 'Task' }] },
    ],
  },
  overrides: [
    // A property may assert different things for different random inputs.
    { files: ['test/faults/**', 'test/**/*-model.test.ts'], rules: { 'vitest/no-conditional-expect': 'off' } },
    { files: ['src/react/**', 'src/ui/**', 'play/**'], rules: { 'react/rules-of-hooks': 'error' } },
    // A seat map is a grid of buttons and a card is a group. No tag looks or behaves like either.
    { files: ['src/react/**', 'src/ui/**'], rules: { 'jsx-a11y/prefer-tag-over-role': 'off' } },
    // A tool's outermost `finally` may yield: when it runs, the host lets nothing new begin. `ensure` would run whenever
    // the tool leaves memory.
    { files: ['docs/examples/hold-a-seat.ts'], rules: { 'effection/no-yield-in-finally': 'off' } },
    // Their packages are installed by their test, so that a type from one is `any` here.
    { files: ['docs/examples/agents/**'], rules: { 'typescript/no-redundant-type-constituents': 'off' } },
    // A type test asserts by compiling.
    { files: ['test/types/**'], rules: { 'vitest/expect-expect': 'off' } },
    {
      files: [
        '*.config.ts',
        '*.config.mjs',
        '.storybook/**',
        'stories/**',
        'lint/*.mjs',
        'docs/examples/app/**',
        'examples/ai-sdk/app/**',
        'examples/serverless/api/**',
        'examples/cloudflare/worker.ts',
        'examples/*/vite.config.ts',
        'templates/next/src/app/**',
        'templates/vite/vite.config.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
});
