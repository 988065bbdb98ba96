// Checks the packed package: `size` measures what a page loads of it, `package` has publint and attw read it. With both,
// they share one tarball. Checks dist: run `npm run build` first.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { checkSize } from './check-size.mjs';
import { readDoors } from './doors.mjs';
import { withTarball } from './pack.mjs';

const checks = { size: checkSize, package: checkPackage };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(checks, name));
if (asked.length === 0 || unknown.length > 0) {
  console.error(`Name what to check: ${Object.keys(checks).join(', ')}.`);
  process.exit(1);
}
const problems = await withTarball(async (tarball) => {
  const found = [];
  for (const name of asked) found.push(...(await checks[name](tarball)));
  return found;
});
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

/** Returns in words what publint and attw find. attw also prints its table. */
async function checkPackage(tarball) {
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer } });
  const attw = fileURLToPath(new URL('dist/index.js', import.meta.resolve('@arethetypeswrong/cli/package.json')));
  const untyped = readDoors().flatMap(({ path, kind }) => (['css', 'html'].includes(kind) ? [path.slice(2)] : []));
  const given = [tarball, '--profile', 'esm-only', '--exclude-entrypoints', ...untyped];
  const { status } = spawnSync(process.execPath, [attw, ...given], { stdio: 'inherit' });
  return [
    ...messages.filter(({ type }) => type !== 'suggestion').map((message) => formatMessage(message, pkg)),
    ...(status === 0 ? [] : ['attw finds fault with the types of the package.']),
  ];
}
