import type { Page, Request, Route } from '@playwright/test';

/** A page that waits asks for news, whenever it likes. */
export const isForNews = (request: Request): boolean => request.postData()?.includes('"wait":true') === true;

/** Handles the chat's requests, up to so many, but for those for news. */
export async function routeChat(page: Page, handle: (route: Route) => Promise<void>, times = Infinity): Promise<void> {
  let left = times;
  await page.route('**/api/chat', async (route) => {
    if (left <= 0 || isForNews(route.request())) return route.fallback();
    left -= 1;
    return handle(route);
  });
}
