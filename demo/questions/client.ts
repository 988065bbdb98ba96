import { createPluginClient } from 'elicitkit';
import { namesVisitor } from '../airline/visitor.ts';
import { askedPlugins } from './plugins.ts';

/** Keeps this page's conversation apart from the chat's, which lies in the same tab. */
const storage = {
  getItem: (key: string) => sessionStorage.getItem(`questions ${key}`),
  setItem: (key: string, value: string) => sessionStorage.setItem(`questions ${key}`, value),
  removeItem: (key: string) => sessionStorage.removeItem(`questions ${key}`),
};

export const openClient = () =>
  createPluginClient({ endpoint: '/api/chat', headers: namesVisitor(), plugins: askedPlugins, storage });
