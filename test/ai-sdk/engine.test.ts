import { AbstractChat } from 'ai';
import { describeElicitTransport } from './engine-behaviour.ts';

class Chat extends AbstractChat<import('ai').UIMessage> {}

describeElicitTransport('version 6', Chat);
