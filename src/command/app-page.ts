import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { build, InlineConfig, Plugin } from 'vite';
import { isObject } from '../protocol/json.ts';
import { findBeside } from './import-beside.ts';

/** What a page of an app is made of. */
export interface AppPage {
  /** The file that exports the plugin. */
  readonly file: string;
  /** The name under which it is exported. */
  readonly name: string;
  readonly tool: string;
  /** What the page speaks besides English. */
  readonly languages: readonly string[];
}

/** The languages that the package has words of, and what they are exported as. */
export const wordsOfApps: Readonly<Record<string, string>> = { de: 'german', ar: 'arabic' };

/** Make the page that asks the questions of a plugin, with its script and its styles inside. */
export async function buildAppPage(bundle: typeof build, config: InlineConfig, page: AppPage): Promise<string> {
  const ours = { folder: '' };
  const entry = join(dirname(page.file), 'elicitkit-app.js');
  const built = await bundle({
    ...config,
    define: { 'globalThis.ELICITKIT_CARDS_ONLY': 'true' },
    plugins: [partsOf(page, entry, ours), loadAtOnce(ours)],
    build: {
      write: false,
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: Infinity,
      rolldownOptions: {
        input: entry,
        output: { format: 'iife' },
        treeshake: { manualPureFunctions: declaring },
      },
    },
  });
  const output = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
  const script = output.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
  const styles = output.map((part) =>
    part.type === 'asset' && part.fileName.endsWith('.css') ? String(part.source) : '',
  );
  return htmlOf(page.tool, [...sheetsFor(script, page.file), ...styles].join(''), script);
}

/** Calls that only declare something. A page keeps those of its own plugin, of all that the file exports. */
const declaring = ['makePlugin', 'createMcpTool', 'answerWith', 'schemaForm', 'lazyComponent', 'question'];

/** Where the package's modules are. */
interface Ours {
  folder: string;
}

/** The entry, and where everything is that it imports. */
function partsOf(page: AppPage, entry: string, ours: Ours): Plugin {
  const code = entryOf(page);
  return {
    name: 'elicitkit-app',
    enforce: 'pre',
    async buildStart() {
      const frame = await this.resolve('elicitkit/mcp-apps/frame', page.file);
      ours.folder = dirname(frame?.id ?? page.file);
    },
    resolveId(id, importer) {
      if (id === entry) return entry;
      // As the file finds it, so that both have one copy of each package.
      return importer === entry ? this.resolve(id, page.file, { skipSelf: true }) : undefined;
    },
    load: (id) => (id === entry ? code : undefined),
  };
}

/**
 * Import at once what the package's modules import on demand. A page in one piece has it anyway, and would wrap each of
 * its modules into a function.
 */
function loadAtOnce(ours: Ours): Plugin {
  return {
    name: 'elicitkit-app-at-once',
    transform(code, id) {
      if (!id.startsWith(ours.folder) || !code.includes('import(')) return undefined;
      const found = importsIn(this.parse(code));
      const imports = found.map(({ path }, at) => `import * as atOnce${at} from ${JSON.stringify(path)};`);
      const changed = found.reduceRight(
        (text, { start, end }, at) => `${text.slice(0, start)}Promise.resolve(atOnce${at})${text.slice(end)}`,
        code,
      );
      return found.length > 0 ? `${imports.join('\n')}\n${changed}` : undefined;
    },
  };
}

interface FoundImport {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** The imports on demand in a syntax tree, in their order. */
function importsIn(node: unknown): readonly FoundImport[] {
  if (Array.isArray(node)) return node.flatMap(importsIn);
  if (!isObject(node)) return [];
  const { type, source, start, end } = node;
  const path = type === 'ImportExpression' && isObject(source) ? source['value'] : undefined;
  if (typeof path === 'string') return [{ path, start: Number(start), end: Number(end) }];
  return Object.values(node).flatMap(importsIn);
}

function entryOf({ file, name, languages }: AppPage): string {
  const imports = languages.map((one) => `import { ${wordsOfApps[one]} } from 'elicitkit/messages/${one}';`);
  return `import { showApp } from 'elicitkit/mcp-apps/frame';
import { ${JSON.stringify(name)} as plugin } from ${JSON.stringify(`./${basename(file)}`)};
${imports.join('\n')}
showApp({ plugins: [plugin], languages: [${languages.map((one) => wordsOfApps[one]).join(', ')}] });
`;
}

/** The core's sheet, and each other one with looks of a part in the script which no other sheet has. */
function sheetsFor(script: string, file: string): readonly string[] {
  const sheets = sheetNames.map((name) => readFileSync(findBeside(file, `elicitkit/${name}.css`) ?? '', 'utf8'));
  const parts = sheets.map((sheet) => namesIn(sheet, /data-elicit=['"]?([\w-]+)/g));
  const shown = namesIn(script, /data-elicit['"`]?:\s*['"`]([\w-]+)/g);
  const isOwn = (name: string) => parts.filter((names) => names.has(name)).length === 1;
  return sheets.filter((_, at) => at === 0 || [...(parts[at] ?? [])].some((name) => shown.has(name) && isOwn(name)));
}

/** In the order in which they follow each other. */
const sheetNames = ['core', 'questions', 'flights', 'seats'];

function namesIn(text: string, pattern: RegExp): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));
}

/** The policy of a host refuses functions that are made out of text. zod reads this before it tries. */
const jitless = 'globalThis.__zod_globalConfig={jitless:true};';

function htmlOf(title: string, css: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body{margin:0;padding:4px}${css.replaceAll('</', '<\\/')}</style>
</head>
<body>
<script>${jitless}${script.replaceAll(/<(?=\/script|!--)/gi, '\\x3C')}</script>
</body>
</html>
`;
}
