import table from '@mdn/browser-compat-data/forLegacyNode';
import { oldest } from './oldest.mjs';

/** What each version of each browser supports: https://github.com/mdn/browser-compat-data */
export const { api, css, javascript } = table;

/**
 * The oldest browsers that lack a feature, do only a part of it, or want a flag.
 *
 * @param {any} feature - an entry of the table
 * @param {string[]} [prefixes] - of the names in use: an empty one is the standard name
 * @returns {string[]} such as `Firefox 128`
 */
export function lacking(feature, prefixes = ['']) {
  const support = feature?.__compat?.support;
  if (support === undefined) return [];
  const works = (
    { version_added, version_removed, flags, partial_implementation, prefix = '', alternative_name },
    at,
  ) =>
    flags === undefined &&
    partial_implementation === undefined &&
    alternative_name === undefined &&
    prefixes.includes(prefix) &&
    isUpTo(version_added, at) &&
    !isUpTo(version_removed, at);
  const places = Object.entries(oldest).flatMap(([name, version]) =>
    ['', '_android', '_ios'].map((suffix) => ({
      statements: [support[name + suffix] ?? []].flat(),
      version,
      words: `${name[0].toUpperCase()}${name.slice(1)} ${version}${words[suffix]}`,
    })),
  );
  return places
    .filter(({ statements, version }) => statements.length > 0 && !statements.some((one) => works(one, version)))
    .map(({ words: place }) => place);
}

const words = { '': '', _android: ' on Android', _ios: ' on iOS' };

/** Whether something of this version, such as `≤83`, exists in another version. */
function isUpTo(version, other) {
  if (typeof version !== 'string') return version === true;
  const [major, minor = 0] = version.replace('≤', '').split('.').map(Number);
  const [otherMajor, otherMinor = 0] = other.split('.').map(Number);
  return major < otherMajor || (major === otherMajor && minor <= otherMinor);
}
