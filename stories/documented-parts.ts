import theming from '../docs/theming-reference.md?raw';

/** The states and kinds of each part, as docs/theming-reference.md lists them. */
const documented = new Map(
  Array.from(theming.slice(theming.indexOf('## Parts')).matchAll(/^\| `([\w-]+)`.*$/gm), ([row, part = '']) => {
    const [, , , states = '', kinds = ''] = row.split('|');
    return [part, { states: valuesIn(states), kinds: valuesIn(kinds) }] as const;
  }),
);

/** The parts, states and kinds in a page that the documentation lacks. */
export function undocumentedParts(page: ParentNode): string[] {
  const found = Array.from(page.querySelectorAll<HTMLElement>('[data-elicit]:not([data-elicit=""])'), ({ dataset }) => {
    const { elicit: part = '', state, kind } = dataset;
    const known = documented.get(part);
    if (known === undefined) return [part];
    return [
      ...(state !== undefined && !known.states.includes(state) ? [`${part}: data-state="${state}"`] : []),
      ...(kind !== undefined && !known.kinds.includes(kind) ? [`${part}: data-kind="${kind}"`] : []),
    ];
  });
  return [...new Set(found.flat())];
}

function valuesIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, value = '']) => value);
}
