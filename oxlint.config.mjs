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
    // An operation without a yield is still an operation.
    'require-yield': 'off',
    // Effection's tasks are promises that need no handling: their scope hears of a failure.
    'typescript/no-floating-promises': [
      'error',
      { allowForKnownSafePromises: [{ from: 'package', package: 'effection', name: 'Task' }] },
    ],
  },
  overrides: [
    { files: ['src/react/**', 'src/ui/**'], rules: { 'react/rules-of-hooks': 'error' } },
    // A type test asserts by compiling.
    { files: ['test/types/**'], rules: { 'vitest/expect-expect': 'off' } },
    {
      files: ['*.config.ts', '*.config.mjs', '.storybook/**', 'stories/**', 'lint/*.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
});
