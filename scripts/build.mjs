// Builds dist: each module, so that bundlers can drop unused ones, the types that an import can reach, each style sheet as
// one small file, and the page of `elicitkit play`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildPage } from './build-page.mjs';
import { doorProblems, readDoors, root } from './doors.mjs';
import { packCss } from './pack-css.mjs';

const problems = doorProblems();
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
rmSync(`${root}dist`, { recursive: true, force: true });
compile();
// Then the code without its comments: editors read the types.
compile('--declaration', 'false', '--removeComments');
dropUnseenTypes();
importOnce('react', 'from-react.js');
importOnce('react/jsx-runtime', 'from-jsx-runtime.js');
for (const { kind, source, built } of readDoors()) {
  if (kind === 'html') cpSync(root + source, root + built);
  if (kind !== 'css') continue;
  mkdirSync(dirname(root + built), { recursive: true });
  writeFileSync(root + built, packCss(root + source));
  // Lets `import 'elicitkit/styles.css'` compile in projects that do not declare style sheets.
  writeFileSync(`${root}${built}.d.ts`, 'export {};\n');
}
buildPage(`${root}dist/play`);

/** @param {string[]} options */
function compile(...options) {
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

/** Removes the types of modules that no import of the package can reach. */
function dropUnseenTypes() {
  const dist = `${root}dist/`;
  const doors = readDoors().filter(({ kind }) => kind === 'module');
  const seen = new Set(doors.map(({ built }) => built.replace('dist/', '').replace('.js', '.d.ts')));
  // The loop also visits the files that it adds.
  for (const path of seen) {
    const code = readFileSync(dist + path, 'utf8');
    for (const [, to] of code.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g)) {
      const reached = join(dirname(path), to).replace(/\.[jt]sx?$/, '.d.ts');
      // An example in a comment may import a file of the reader's.
      if (existsSync(dist + reached)) seen.add(reached);
    }
  }
  for (const path of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.d.ts') && !seen.has(path.replaceAll('\\', '/'))) rmSync(dist + path);
  }
}

/**
 * Routes every module's imports of a package through one file. esbuild otherwise repeats an import of React in each
 * module, which is up to 4 % of a component.
 *
 * @param {string} name
 * @param {string} file
 */
function importOnce(name, file) {
  const names = new Set();
  const clause = new RegExp(`^(import \\{ (.+) \\} from )['"]${name}['"]`, 'gm');
  for (const path of readdirSync(`${root}dist`, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.js')) continue;
    const code = readFileSync(`${root}dist/${path}`, 'utf8');
    const specifier = relative(dirname(path), file).replaceAll('\\', '/');
    const rewritten = code.replaceAll(clause, (_, head, imported) => {
      for (const [, imports] of imported.matchAll(/(\w+)(?: as \w+)?/g)) names.add(imports);
      return `${head}'${specifier.startsWith('.') ? specifier : `./${specifier}`}'`;
    });
    if (rewritten !== code) writeFileSync(`${root}dist/${path}`, rewritten);
  }
  writeFileSync(
    `${root}dist/${file}`,
    `export { ${[...names].toSorted((a, b) => (a < b ? -1 : 1)).join(', ')} } from '${name}';\n`,
  );
}
