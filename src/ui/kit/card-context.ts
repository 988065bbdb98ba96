import { createContext } from 'react';

/** The id of the `Card` around, which names the groups of its rows. Undefined outside of one. */
export const CardContext = createContext<string | undefined>(undefined);
