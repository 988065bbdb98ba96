// `npm run bench:forms`: how long the patterns of a hostile form block a page, against the same form with harmless ones.
// Each form has 100 texts of 256 characters. Build first: it measures dist.
import { compileForm } from '../../dist/form/compile-form.js';
import { readForm } from '../../dist/form/read-form.js';

const rounds = 20;
const form = (pattern) => {
  const field = { type: 'string', pattern, default: 'a'.repeat(256) };
  return { type: 'object', properties: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`p${i}`, field])) };
};
const plain = timeOf('^[a-z]*$');
console.log(`${'^[a-z]*$'.padEnd(40)}${plain.toFixed(1).padStart(7)} ms to compile the form and read it`);
for (const pattern of [
  '^(?:a?){24}a{24}$',
  '^[ab]{1,300}[ab]*a*?a{300}$',
  '^(a+)+$',
  '(x+x+)+y',
  '(?:[ab]?){300}[ab]{300}c',
  String.raw`(?:\p{L}?){300}\p{L}{300}c`,
]) {
  const time = timeOf(pattern);
  console.log(`${pattern.padEnd(40)}${time.toFixed(1).padStart(7)} ms, ${(time / plain).toFixed(1)} times as long`);
}

/** The median, in milliseconds. */
function timeOf(pattern) {
  const schema = form(pattern);
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    readForm(compileForm(schema).fields, new Map(), { timeZone: 'UTC' });
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[rounds / 2];
}
