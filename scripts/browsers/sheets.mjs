import postcss from 'postcss';
import { css as table, lacking } from './support.mjs';

/** Units whose entry in the table covers several. */
const units = [
  [/^cq(?:w|h|i|b|min|max)$/, 'container_query_length_units'],
  [/^d(?:vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_dynamic'],
  [/^s(?:vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_small'],
  [/^l(?:vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_large'],
];

/**
 * What a style sheet uses that an oldest browser lacks. A value with another one for the same property before it is
 * fine: a browser skips what it does not know.
 *
 * @param {string} css
 * @returns {{ feature: string; lacks: string[] }[]}
 */
export function readSheet(css) {
  const { properties, selectors, types, 'at-rules': atRules } = table;
  const functions = new Map();
  for (const part of [types, ...Object.values(properties)]) collect(part, functions);
  const found = new Map();
  const use = (feature, entry, prefixes, elsewhere = []) => {
    const all = entry?.__compat ? lacking(entry, prefixes) : ['no data'];
    const lacks = all.filter((one) => !elsewhere.includes(one));
    if (lacks.length > 0) found.set(feature, lacks);
    return lacks.length > 0;
  };

  postcss.parse(css).walk((node) => {
    if (node.type === 'decl') readDeclaration(node);
    else if (node.type === 'rule') readSelector(node);
    else if (node.type === 'atrule') readAtRule(node);
  });
  return [...found].map(([feature, lacks]) => ({ feature, lacks }));

  function readDeclaration(decl) {
    const { prop, value, parent } = decl;
    // The descriptors of @property are part of it.
    if (parent.name === 'property') return;
    const text = value.replaceAll(/"[^"]*"|url\([^)]*\)|#[\da-f]+/gi, '');
    const [, name] = /^(?:-(?:webkit|moz)-)?(.+)$/.exec(prop);
    const property = properties[prop] ?? properties[name];
    if (!prop.startsWith('--')) {
      const names = parent.nodes.map((other) => other.prop);
      const prefixes = ['', '-webkit-', '-moz-'].filter((one) => names.includes(one + name));
      if (use(prop, property, prop !== name && properties[prop] ? [''] : prefixes)) return;
      const sameProperty = parent.nodes.filter((other) => other.prop === prop);
      if (sameProperty[0] !== decl) return;
      // The table tells of values under the standard name only.
      const elsewhere = lacking(property);
      for (const [word] of text.matchAll(/-?[a-z][\w-]*(?![\w-]*\()/gi)) {
        const [, keyword] = /^(?:-(?:webkit|moz)-)?(.+)$/.exec(word);
        const spelt = ['', '-webkit-', '-moz-'].filter((one) =>
          sameProperty.some(({ value: v }) => v === one + keyword),
        );
        const entry = property[word] ?? property[keyword];
        if (entry?.__compat) use(`${prop}: ${word}`, entry, property[word] ? ['', ...spelt] : spelt, elsewhere);
      }
    }
    for (const [, name] of text.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/gi)) {
      use(`${name}()`, property?.[name]?.__compat ? property[name] : functions.get(name));
    }
    if (/\(from /.test(text)) use('relative colours', types.color.rgb.relative_syntax);
    for (const [, unit] of text.matchAll(/(?<![\w-])[\d.]+([a-z]+)/gi)) {
      if (/^(?:px|m?s|deg|turn|fr|x)$/.test(unit)) continue;
      use(unit, types.length[units.find(([pattern]) => pattern.test(unit))?.[1] ?? unit]);
    }
  }

  function readSelector({ selector, parent }) {
    if (parent.type === 'rule') use('nesting', selectors.nesting);
    for (const [pseudo, name] of selector.matchAll(/::?([a-z-]+)/g)) use(pseudo, selectors[name]);
  }

  function readAtRule({ name, params }) {
    use(`@${name}`, atRules[name]);
    for (const [, media] of params.matchAll(/\(([a-z-]+)[:)<>=]/g)) {
      if (atRules[name][media]) use(`@${name} (${media})`, atRules[name][media]);
    }
    if (/(?<![\w-])style\(/.test(params)) use('style()', atRules.container.style_queries_for_custom_properties);
  }
}

/** Every entry below, by its name. The first one counts. */
function collect(part, into) {
  for (const [name, entry] of Object.entries(part)) {
    if (name === '__compat') continue;
    if (entry.__compat && !into.has(name)) into.set(name, entry);
    collect(entry, into);
  }
}
