// The actions of WebDriver, which WebDriver BiDi shares. https://w3c.github.io/webdriver/#actions

/** https://w3c.github.io/webdriver/#keyboard-actions */
const codes: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE006',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** Keys by name, such as `Tab` or `Shift+Tab`. */
export function pressed(keys: readonly string[]): object[] {
  const actions = keys.flatMap((key) => {
    const values = key.split('+').map((name) => codes[name] ?? name);
    return [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
  });
  return [{ type: 'key', id: 'keys', actions }];
}

export function typed(text: string): object[] {
  const actions = Array.from(text).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keys', actions }];
}

/** A click at a point of the window. */
export function clicked(x: number, y: number): object[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}
