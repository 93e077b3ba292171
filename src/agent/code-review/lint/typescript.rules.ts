import type { Linter } from 'eslint';
import js from '@eslint/js';
import typescript from 'typescript-eslint';

/** What is untidy or doubtful but runs as written. Every other recommended rule is an error. */
const WARNINGS = [
  'no-empty',
  'no-empty-pattern',
  'no-empty-static-block',
  'no-extra-boolean-cast',
  'no-irregular-whitespace',
  'no-regex-spaces',
  'no-unused-labels',
  'no-unused-private-class-members',
  'no-useless-assignment',
  'no-useless-catch',
  'no-useless-escape',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'preserve-caught-error',
  '@typescript-eslint/ban-ts-comment',
  '@typescript-eslint/no-array-constructor',
  '@typescript-eslint/no-empty-object-type',
  '@typescript-eslint/no-explicit-any',
  '@typescript-eslint/no-namespace',
  '@typescript-eslint/no-this-alias',
  '@typescript-eslint/no-unnecessary-type-constraint',
  '@typescript-eslint/no-unsafe-function-type',
  '@typescript-eslint/no-wrapper-object-types',
  '@typescript-eslint/prefer-as-const',
  '@typescript-eslint/prefer-namespace-keyword',
  '@typescript-eslint/triple-slash-reference',
];

/** A leading underscore is the usual way to say "unused on purpose"; reviewers do not want to hear about it. */
const UNUSED: Linter.RuleEntry = [
  'warn',
  {
    argsIgnorePattern: '^_',
    varsIgnorePattern: '^_',
    caughtErrorsIgnorePattern: '^_',
    destructuredArrayIgnorePattern: '^_',
    ignoreRestSiblings: true,
  },
];

const COMPILER_COVERS = 'typescript-eslint/eslint-recommended';

const recommended: Linter.RulesRecord = Object.assign(
  {},
  js.configs.recommended.rules,
  ...typescript.configs.recommended.filter(({ name }) => name !== COMPILER_COVERS).map(({ rules }) => rules),
  Object.fromEntries(WARNINGS.map((rule) => [rule, 'warn'])),
  {
    '@typescript-eslint/no-unused-vars': UNUSED,
    // One file on its own has no globals: every `fetch`, `process` and `describe` would be "not defined".
    'no-undef': 'off',
  },
);

/** Core rules that are off in TypeScript files, because the compiler already reports what they look for. */
const compilerCovers: Linter.RulesRecord = Object.fromEntries(
  Object.entries(typescript.configs.eslintRecommended.rules ?? {}).filter(([, level]) => level === 'off'),
);

/**
 * The flat configuration of ESLint for one file on its own: `@eslint/js` and typescript-eslint recommended, without
 * type information. Comments in the reviewed code change nothing.
 */
export const TYPESCRIPT_RULES: Linter.Config[] = [
  {
    files: ['**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'],
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
    languageOptions: {
      parser: typescript.parser,
      parserOptions: { jsDocParsingMode: 'none', warnOnUnsupportedTypeScriptVersion: false },
    },
    plugins: { '@typescript-eslint': typescript.plugin },
    rules: recommended,
  },
  { files: ['**/*.{ts,tsx,mts,cts}'], rules: compilerCovers },
  {
    // Whether a .js or .ts file is a CommonJS module is written in a package.json that a single file does not bring.
    files: ['**/*.{js,jsx,cjs,cts}'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: { '@typescript-eslint/no-require-imports': ['error', { allowAsImport: true }] },
  },
  { files: ['**/*.{cjs,cts}'], languageOptions: { sourceType: 'commonjs' } },
];
