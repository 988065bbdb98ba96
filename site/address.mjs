/** Where the site will lie, from `DOCS_URL`, such as https://a.example/elicitkit/. Unknown without it. */
export const url = process.env.DOCS_URL ? new URL(process.env.DOCS_URL) : undefined;

/** The site's path on its server, with a slash at both ends. */
export const base = (url?.pathname ?? '/').replace(/\/?$/, '/');
