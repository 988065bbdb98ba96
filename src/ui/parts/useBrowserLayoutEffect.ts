import { useEffect, useLayoutEffect } from 'react';

/** `useLayoutEffect` in browsers. On a server, where React warns about that, `useEffect`. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
