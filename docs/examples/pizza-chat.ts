import { keepChatHandler } from 'elicitkit/server';
import { orderPizza } from './hello';
import { provider } from './real-model';

export const chat = keepChatHandler('pizza', { provider, tools: [orderPizza] });
