import { useEffect, useLayoutEffect } from 'react';

/** A layout effect where there is layout: React warns of one where there is none. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
