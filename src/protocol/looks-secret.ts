/** True for names of data that must not be stored in the browser: passwords, tokens, card numbers and the like. */
export function looksSecret(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => secretWords.has(word)) || secretParts.test(words.join(''));
}

const secretWords = new Set(['pin', 'otp', 'cvv', 'cvc', 'ssn', 'iban', 'card', 'tan', 'pass', 'pwd', 'auth']);
const secretParts = /passw|passphrase|passcode|token|secret|credential|creditcard|cardnumber|apikey|privatekey/;
