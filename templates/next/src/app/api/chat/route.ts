import { chat } from '../../../tool';

export const POST = chat;
