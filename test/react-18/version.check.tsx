import { version } from 'react';
import { version as domVersion } from 'react-dom';
import { expect, it } from 'vitest';

it('is React 18 that these tests run on', () => {
  expect([version, domVersion]).toEqual(['18.3.1', '18.3.1']);
  // React 19 creates a different kind of element, so a second copy for JSX would show here.
  expect(Reflect.get(<p>one</p>, '$$typeof')).toBe(Symbol.for('react.element'));
});
