// Counts what each selector of the built style sheets weighs: one attribute of ours, so that ours win over what a page's
// sheet says of elements, and any later class wins over ours. Reads dist: run `npm run build` first.
import { readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { readDoors, root } from './doors.mjs';

const counts = { variables: 0, rules: 0, rings: 0 };
const problems = [];
for (const { built } of readDoors().filter(({ kind }) => kind === 'css')) {
  // A skin sets variables, where the page does.
  if (built.includes('/skins/')) continue;
  transform({
    filename: built,
    code: readFileSync(root + built),
    visitor: {
      Rule: {
        style: ({ value }) => {
          for (const selector of value.selectors) {
            const kind = kindOf(selector, value.declarations);
            if (kind) counts[kind] += 1;
            else
              problems.push(
                `${built}: ${JSON.stringify(selector.map(inShort).join(''))} weighs ${weightOf(selector).join()}`,
              );
          }
        },
        'layer-block': () => void problems.push(`${built}: a layer loses to every rule that is in none.`),
      },
    },
  });
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(
    'Let one attribute of ours stand outside of `:where()`: docs/theming.md promises (0,1,0). Only the ring around the focus weighs (0,2,0), and only variables nothing.',
  );
  process.exit(1);
}
console.log(
  `${counts.rules} selectors weigh one attribute, ${counts.rings} rings of the focus two, ${counts.variables} of variables nothing.`,
);

/** What the selector is for, by its weight; undefined for a weight that nothing has. */
function kindOf(selector, { declarations, importantDeclarations }) {
  const [ids, attributes, types] = weightOf(selector);
  const properties = [...declarations, ...importantDeclarations].map(({ property, value }) =>
    property === 'custom' || property === 'unparsed' ? (value.propertyId?.property ?? value.name) : property,
  );
  const all = (pattern) => properties.every((property) => pattern.test(property));
  if (ids > 0 || types > pseudoElements(selector)) return undefined;
  if (attributes === 0) return types === 0 && all(/^(--|color-scheme$)/) ? 'variables' : undefined;
  if (ours(selector) !== 1) return undefined;
  if (attributes === 1) return 'rules';
  const isRing = attributes === 2 && selector.some(({ kind }) => kind?.startsWith('focus')) && all(/^outline/);
  return isRing ? 'rings' : undefined;
}

/** @returns {[ids: number, attributes: number, types: number]} */
function weightOf(selector) {
  const sum = [0, 0, 0];
  for (const { type, kind, selectors } of selector) {
    if (type === 'id') sum[0] += 1;
    else if (type === 'class' || type === 'attribute') sum[1] += 1;
    else if (type === 'type' || type === 'pseudo-element') sum[2] += 1;
    else if (type === 'pseudo-class' && kind !== 'where') {
      const inside = selectors?.map(weightOf).toSorted((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2])[0];
      for (const at of [0, 1, 2]) sum[at] += (inside ?? [0, 1, 0])[at];
    }
  }
  return sum;
}

function pseudoElements(selector) {
  return selector.filter(({ type }) => type === 'pseudo-element').length;
}

/** How many attributes of ours stand outside of `:where()`. */
function ours(selector) {
  const own = ({ type, name, kind, selectors }) =>
    type === 'attribute'
      ? name.startsWith('data-elicit')
      : kind === 'is' && selectors.every((inner) => ours(inner) === 1);
  return selector.filter(own).length;
}

function inShort({ type, name, value, kind, selectors }) {
  if (type === 'combinator') return value === 'descendant' ? ' ' : ` ${value} `;
  if (type === 'attribute') return `[${name}]`;
  if (type === 'pseudo-class') return `:${kind}${selectors ? '(…)' : ''}`;
  return type === 'pseudo-element' ? `::${kind}` : (name ?? type);
}
