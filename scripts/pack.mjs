import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readPackage, root } from './doors.mjs';

/**
 * Packs the built package, as npm would publish it, and removes the tarball after its use.
 *
 * @template T
 * @param {(tarball: string) => T | Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withTarball(use) {
  if (!existsSync(`${root}dist/index.js`)) throw new Error('There is no dist to pack. Run `npm run build` first.');
  const folder = temporaryFolder();
  try {
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, encoding: 'utf8' }),
    );
    return await use(join(folder, filename));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a project outside of the checkout, with the packed package and, as links to the checkout's, the packages that it
 * depends on. Removes the project after its use.
 *
 * @template T
 * @param {string} tarball
 * @param {(project: string) => T | Promise<T>} use
 * @returns {Promise<T>}
 */
export async function inProject(tarball, use) {
  const project = temporaryFolder();
  try {
    const { name, dependencies, peerDependencies } = readPackage();
    const packages = join(project, 'node_modules');
    mkdirSync(join(packages, name), { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(packages, name)]);
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) {
      mkdirSync(dirname(join(packages, needed)), { recursive: true });
      symlinkSync(join(root, 'node_modules', needed), join(packages, needed), 'junction');
    }
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }));
    return await use(project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function temporaryFolder() {
  return realpathSync(mkdtempSync(join(tmpdir(), 'elicitkit-packed-')));
}
