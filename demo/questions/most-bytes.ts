/** How large a file may be that the demo takes. */
export const mostBytes = 5_000_000;
