import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDoors } from '../../scripts/doors.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The module entries of package.json, as an app imports them: `elicitkit/plugin`. */
export const doors = readDoors()
  .filter((door) => door.kind === 'module')
  .map((door) => importName(door.path));

/** The style sheet entries of package.json. */
export const styles = readDoors()
  .filter((door) => door.kind === 'css')
  .map((door) => importName(door.path));

export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'elicitkit-package-')));
}

/** Creates an empty project with these packages. */
export function createProject(folder: string, packages: readonly string[]): string {
  writeFiles(folder, { 'package.json': JSON.stringify({ name: 'app', private: true, type: 'module' }) });
  return install(folder, packages);
}

/** Installs packages into a project. */
export function install(folder: string, packages: readonly string[]): string {
  run('npm', ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], folder);
  return folder;
}

/** The version of a package in our devDependencies, as `name@version`. */
export function devVersion(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return `${name}@${devDependencies[name]}`;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
}

interface TypeCheck {
  /** The entries to import. */
  named?: readonly string[];
  /** What to write besides. */
  code?: string;
  /** The compiler's `moduleResolution`. */
  resolution: string;
  /** More of the compiler's options. */
  options?: object;
  /** The folder of the compiler. @default ours */
  typescript?: string;
}

/** What the compiler says of a file of a project. Empty if it has nothing to say. */
export function typeErrors(
  project: string,
  { named = [], code = '', resolution, options, typescript = join(root, 'node_modules/typescript') }: TypeCheck,
): string {
  const imports = named.map((door, index) => `import * as door${index} from '${door}';\n`).join('');
  const uses = named.map((_, index) => `export type Door${index} = keyof typeof door${index};\n`).join('');
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    module: resolution === 'bundler' ? 'esnext' : resolution,
    moduleResolution: resolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
    ...options,
  };
  writeFiles(project, {
    'check.ts': imports + code + uses,
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['check.ts'] }),
  });
  try {
    return run(process.execPath, [join(typescript, 'bin/tsc'), '-p', '.'], project);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Runs a program and returns its output. An error includes the output too. */
export function run(command: string, args: readonly string[], cwd: string): string {
  // npm tells its scripts which project they belong to, which is the wrong one here.
  const { npm_config_local_prefix: _ignored, ...env } = process.env;
  try {
    return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

function importName(path: string): string {
  return path.replace('.', 'elicitkit');
}
