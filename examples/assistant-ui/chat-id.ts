const url = new URL(location.href);
const given = url.searchParams.get('chat');

/** Whether the address named a chat, which the server may know. */
export const isNew = given === null;

/** The chat of this address. A new one gets an address of its own. */
export const chatId = given ?? crypto.randomUUID();

url.searchParams.set('chat', chatId);
history.replaceState(null, '', url);
