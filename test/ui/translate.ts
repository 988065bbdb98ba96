/**
 * Wraps every text of a place, now and later, as a browser does that translates the page: React's own texts are gone from
 * it then. The words stay as they are.
 *
 * @returns ends it
 */
export function translate(place: HTMLElement): () => void {
  const observer = new MutationObserver(wrapAll);
  function wrapAll(): void {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('font, textarea, option, svg')) continue;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild?.append(text.data);
      text.replaceWith(font);
    }
    observer.takeRecords();
  }
  observer.observe(place, { childList: true, characterData: true, subtree: true });
  wrapAll();
  return () => observer.disconnect();
}
