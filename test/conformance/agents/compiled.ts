import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The root of the project. */
export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Compiles one source as the build of the test agents does.
 *
 * @param file from the root of the project
 * @param source its text; what is no TypeScript comes back as it is
 */
export function compiled(file: string, source: string): string {
  if (!file.endsWith('.ts')) return source;
  const config = ts.readConfigFile(join(PROJECT, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, PROJECT);
  const emitted = { ...options, module: ts.ModuleKind.ESNext, sourceMap: false };
  return ts.transpileModule(source, { compilerOptions: emitted, fileName: file }).outputText;
}
