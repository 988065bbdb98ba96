/** Words that stay on one line, such as an amount and its unit. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00A0');
}
