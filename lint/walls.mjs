import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rooms } from './rooms.mjs';

const src = fileURLToPath(new URL('../src', import.meta.url));

// Enforces rooms.mjs. The front doors, which are the entry files directly in src, may import every room.
const rule = {
  create(context) {
    const room = roomOf(context.filename);
    if (room === undefined) return {};
    const check = (node, source, typeOnly) => {
      if (source === null || source === undefined) return;
      const specifier = source.type === 'Literal' ? source.value : undefined;
      const message =
        typeof specifier === 'string'
          ? breach(room, context.filename, specifier, typeOnly)
          : 'Write the specifier out: no wall can be held against one that is computed.';
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source, node.importKind === 'type'),
      ExportNamedDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, node.source, false),
      TSImportType: (node) => check(node, node.source ?? node.argument?.literal, true),
    };
  },
};

export default { meta: { name: 'walls' }, rules: { rooms: rule } };

function roomOf(file) {
  const path = relative(src, file);
  return path.startsWith('..') || !path.includes(sep) ? undefined : path.split(sep)[0];
}

function breach(room, file, specifier, typeOnly) {
  if (!Object.hasOwn(rooms, room)) return `src/${room} has no row in lint/rooms.mjs. Give it one.`;
  return specifier.startsWith('.')
    ? roomBreach(room, resolve(dirname(file), specifier))
    : packageBreach(room, specifier, typeOnly);
}

function roomBreach(room, target) {
  const path = relative(src, target);
  const [other = ''] = path.split(sep);
  if (other === '..') return `src/${room} opens nothing outside src.`;
  if (other === room || rooms[room].rooms.includes(other)) return undefined;
  if (!path.includes(sep) && !Object.hasOwn(rooms, other)) {
    return `src/${room} may not open a front door: import the file itself, from the room where it stands.`;
  }
  return `src/${room} may open: ${rooms[room].rooms.join(', ') || 'no other room'}.`;
}

function packageBreach(room, specifier, typeOnly) {
  // The package's own name would bypass every wall through a front door.
  if (/^elicitkit(\/|$)/.test(specifier))
    return `src/${room} may not open a front door, by the package's name neither.`;
  const open = rooms[room].packages;
  if (typeOnly || open.some((name) => opens(name, specifier))) return undefined;
  return `src/${room} may import: ${open.join(', ') || 'no package'}. Of others, types only (import type).`;
}

function opens(name, specifier) {
  if (name.endsWith('/*')) return specifier.startsWith(name.slice(0, -1));
  return specifier === name || specifier.startsWith(`${name}/`);
}
