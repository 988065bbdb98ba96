import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../protocol/coded-error.ts';
import { CommandError } from './command-error.ts';

/** `elicitkit new`. */
export async function start(
  { template, example }: { template?: string | undefined; example?: string | undefined },
  [folder, ...more]: readonly string[],
): Promise<number> {
  if (!folder || more.length > 0) throw new CommandError('COMMAND_USAGE', 'Name one folder.');
  if (example !== undefined && template !== undefined) {
    throw new CommandError('COMMAND_USAGE', 'Choose a template or an example, not both.');
  }
  const sources =
    example === undefined
      ? [chosen('templates', 'shared'), chosen('templates', template ?? 'vite', ['shared'])]
      : [chosen('examples', example)];
  make(folder);
  if (readdirSync(folder).length > 0) {
    const next = 'Name a folder that is, or one that does not exist.';
    throw new CommandError('COMMAND_FILE', `${folder} is not empty. ${next}`);
  }
  for (const source of sources) {
    cpSync(source, folder, { recursive: true, filter: (path) => !leftOut.includes(basename(path)) });
  }
  // It has no dot in the package, since npm leaves files of that name out.
  cpSync(join(chosen('templates', 'shared'), 'gitignore'), join(folder, '.gitignore'));
  const { dev } = adopt(folder);
  process.stdout.write(`The app is in ${folder}. Its README.md says what is where. To run it:\n\n`);
  process.stdout.write(`  cd ${inShell(folder)}\n  npm install\n  npm ${dev === undefined ? 'start' : 'run dev'}\n`);
  return 0;
}

const leftOut = ['node_modules', 'gitignore'];

function make(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new CommandError('COMMAND_FILE', `${folder} cannot be a folder: ${reasonOf(cause)}. Name another one.`);
  }
}

/** A path as a shell reads it. Windows allows no double quotes in one. */
function inShell(path: string): string {
  if (/^[\w@%+=:,./-]+$/.test(path)) return path;
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** A folder of the package, by a name that a person has given. */
function chosen(kind: 'templates' | 'examples', name: string, hidden: readonly string[] = []): string {
  const all = fileURLToPath(new URL(`../../${kind}`, import.meta.url));
  const names = readdirSync(all).filter((each) => !hidden.includes(each));
  if (names.includes(name)) return join(all, name);
  throw new CommandError('COMMAND_USAGE', `There is no "${name}" among the ${kind}: ${names.join(', ')}.`);
}

/**
 * Gives the project its own name and this version of the package, and its README the words of a folder that stands alone.
 *
 * @returns its scripts
 */
function adopt(folder: string): Project['scripts'] {
  const readme = join(folder, 'README.md');
  const alone = readFileSync(readme, 'utf8')
    .replace(/In a clone of this\s+repository/, 'In this folder')
    .replace(/npm ci && npm run build\ncd \S+ && npm install/, 'npm install')
    .replaceAll('](../../docs/', '](node_modules/elicitkit/docs/');
  writeFileSync(readme, alone);
  const path = join(folder, 'package.json');
  const project = JSON.parse(readFileSync(path, 'utf8')) as Project;
  const own = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(own) as { version: string };
  const name =
    basename(resolve(folder))
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z\d-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'app';
  const dependencies = { ...project.dependencies, elicitkit: `^${version}` };
  writeFileSync(path, `${JSON.stringify({ ...project, name, dependencies }, null, 2)}\n`);
  return project.scripts;
}

type Project = Record<'dependencies' | 'scripts', Record<string, string>>;
