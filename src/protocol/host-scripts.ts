/** Whether a host name has Punycode labels, and whether one of these mixes scripts that look alike. */
export function hostScripts(hostname: string): { isEncoded: boolean; isMixed: boolean } {
  const labels = hostname.split('.').filter((label) => label.startsWith('xn--'));
  return { isEncoded: labels.length > 0, isMixed: labels.some((label) => isMixed(decoded(label.slice(4)))) };
}

/** Scripts whose letters can look like another's. Japanese and Korean normally mix scripts, so theirs are not here. */
const lookAlikes = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Coptic}/u,
];

function isMixed(label: string): boolean {
  return lookAlikes.filter((script) => script.test(label)).length > 1;
}

/** Decode Punycode (RFC 3492). The input is well formed, because the browser accepted it. */
function decoded(text: string): string {
  const delimiter = text.lastIndexOf('-');
  const points = Array.from(text.slice(0, Math.max(0, delimiter)), (char) => char.codePointAt(0) ?? 0);
  let point = 128;
  let bias = 72;
  let index = 0;
  for (let at = delimiter + 1; at < text.length;) {
    const before = index;
    for (let weight = 1, k = 36; at < text.length; k += 36) {
      const digit = digitOf(text.charCodeAt(at++));
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const count = points.length + 1;
    bias = adapted(index - before, count, before === 0);
    point += Math.floor(index / count);
    index %= count;
    if (point > 0x10_ff_ff) return '';
    points.splice(index++, 0, point);
  }
  return String.fromCodePoint(...points);
}

function digitOf(code: number): number {
  return code < 58 ? code - 22 : code - 97;
}

function adapted(change: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(change / (isFirst ? 700 : 2));
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
  return k + Math.floor((36 * delta) / (delta + 38));
}
