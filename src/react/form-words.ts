/** Every word that forms and pages to open say in an outlet, beside those of their own. */
export const formWords = {
  loading: 'Loading…',
  pageOpened: 'Page opened',
};
