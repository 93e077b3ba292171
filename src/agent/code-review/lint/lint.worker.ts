import { notReviewed, presentableFindings, type Finding, type Language, type SourceFile } from './finding.js';

/** What the pool sends to a thread: one file, so that progress and abort are per file. */
export interface LintTask {
  language: Language;
  file: SourceFile;
}

interface FileLinter {
  lint(file: SourceFile): Finding[];
}

/** ESLint takes a second and 100 MB, ruff 100 MB more: each is loaded by the first file that needs it. */
const load: Record<Language, () => Promise<FileLinter>> = {
  typescript: async () => new (await import('./typescript.linter.js')).TypeScriptLinter(),
  python: async () => new (await import('./python.linter.js')).PythonLinter(),
};

const loaded = new Map<Language, FileLinter>();

/** Entry point of a lint thread: the findings of one file, in order. A linter that throws gives one `not-reviewed`. */
export default async function lintFile({ language, file }: LintTask): Promise<Finding[]> {
  const linter = loaded.get(language) ?? (await load[language]());
  loaded.set(language, linter);
  try {
    return presentableFindings(file.path, linter.lint(file));
  } catch (error) {
    return [notReviewed(file.path, reasonOf(error))];
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) {
    return 'is nested too deeply for the linter; break its longest or deepest expression into smaller ones';
  }
  const [cause] = String(error).split('\n');
  return `broke the linter (${cause}); review it by hand and report the message to the maintainers of the linter`;
}
