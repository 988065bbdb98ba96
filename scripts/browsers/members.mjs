import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../doors.mjs';
import { api, javascript, lacking } from './support.mjs';

/** What scripts of a page also look for, and check before they use it. Node has both. */
const elsewhere = `
declare var setImmediate: ((run: () => void) => number) | undefined;
declare var clearImmediate: (immediate: number) => void;
`;

/**
 * What the compiler says of the sources if members that an oldest browser lacks may be undefined. A use behind a check,
 * or with `?.`, compiles.
 *
 * @param {string[]} files - sources of entries
 * @returns {{ errors: string[]; lacks: number }} `lacks` counts the members that may be undefined
 */
export function readMembers(files) {
  const folder = mkdtempSync(join(tmpdir(), 'elicitkit-browsers-'));
  try {
    const { text, lacks } = writeLibrary(['es2023', 'dom', 'dom.iterable', 'esnext.disposable']);
    const library = join(folder, 'library.d.ts');
    writeFileSync(library, text + elsewhere);
    const config = {
      extends: `${root}tsconfig.json`,
      compilerOptions: { noLib: true, lib: null, types: [] },
      include: [],
      files: [library, ...files.map((file) => resolve(root, file))],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = [`${root}node_modules/typescript/bin/tsc`, '-p', folder, '--pretty', 'false'];
    const { stdout, status } = spawnSync(process.execPath, tsc, { cwd: root, encoding: 'utf8' });
    return { errors: status === 0 ? [] : stdout.trim().split('\n'), lacks };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * TypeScript's own library, in one text, in which members that an oldest browser lacks are optional. So are members that
 * pages over plain HTTP lack, such as those in a local network.
 */
function writeLibrary(names) {
  const lines = joinLibraries(names).split('\n');
  const lacksMember = memberReader(lines);
  let space = '';
  let owner;
  let isStatic = false;
  let lacks = 0;
  let needsHttps = false;
  const written = lines.map((line) => {
    if (/^\s*\/?\*/.test(line)) {
      needsHttps = needsHttps || line.includes('Available only in secure contexts.');
      return line;
    }
    const isSecure = needsHttps;
    needsHttps = false;
    const [, opened] = /^declare namespace (\w+)/.exec(line) ?? [];
    if (opened) space = opened;
    else if (line.startsWith('}')) space = '';
    const type = /^\s*interface (\w+?)(Constructor)?[<\s]/.exec(line);
    const value = /^\s*(?:declare )?var (\w+): \{/.exec(line);
    const global = /^declare (?:function|var) (\w+)\b/.exec(line);
    if (type) [owner, isStatic] = [nameOf(type[1]), type[2] !== undefined];
    else if (value) [owner, isStatic] = [value[1], true];
    else if (global && lacksMember('', 'Window', global[1], false)) {
      lacks += 1;
      return '';
    }
    const member = /^\s{4,8}(?:readonly |get |set )?(\w+)[(<:]/.exec(line);
    if (!member || !owner || /^(?:new|prototype)$/.test(member[1])) return line;
    if (!isSecure && !lacksMember(space, owner, member[1], isStatic)) return line;
    lacks += 1;
    return line.replace(/^(\s+)((?:readonly )?)(?:[gs]et )?(\w+)/, '$1$2$3?');
  });
  return { text: written.join('\n'), lacks };
}

function joinLibraries(names) {
  const compiler = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  const folder = join(dirname(fileURLToPath(import.meta.resolve(compiler))), 'lib');
  const known = new Set(names);
  const texts = [];
  // The loop also visits the names it adds to the set.
  for (const name of known) {
    const text = readFileSync(join(folder, `lib.${name}.d.ts`), 'utf8');
    for (const [, other] of text.matchAll(/<reference lib="([^"]+)"/g)) known.add(other);
    texts.push(text.replaceAll(/^\/\/\/ <reference.*$/gm, ''));
  }
  return texts.join('\n');
}

/** The table knows typed arrays by one name, and read-only types by that of the class. */
function nameOf(type) {
  return /^(?:Big)?(?:Int|Uint|Float)\w*Array$/.test(type)
    ? 'TypedArray'
    : type.replace(/^Readonly(?=Array|Map|Set)/, '');
}

/** Tells whether an oldest browser lacks a member. The table has no mixins: one lacks what all its users lack. */
function memberReader(lines) {
  const users = new Map();
  for (const line of lines) {
    const [, user, bases] = /^interface (\w+)(?:<.*?>)? extends (.+?) \{/.exec(line) ?? [];
    for (const base of bases?.replaceAll(/<.*?>/g, '').split(/,\s*/) ?? []) {
      users.set(base, [...(users.get(base) ?? []), user]);
    }
  }
  const entryOf = (space, owner) =>
    space === 'Intl' ? javascript.builtins.Intl[owner] : (javascript.builtins[owner] ?? api[owner]);
  return function lacksMember(space, owner, name, isStatic) {
    const lacks = (entry) => {
      const member = (isStatic && entry[`${name}_static`]) || entry[name];
      return member?.__compat && lacking(member).length > 0;
    };
    const own = entryOf(space, owner);
    // A global is in the table by itself.
    if (owner === 'Window' && api[name]) return lacks(api);
    if (own || space) return Boolean(own && lacks(own));
    const verdicts = (users.get(owner) ?? [])
      .map((user) => entryOf('', user))
      .filter((entry) => entry?.[name])
      .map(lacks);
    return verdicts.length > 0 && verdicts.every(Boolean);
  };
}
