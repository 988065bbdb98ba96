import { AbstractChat, type UIMessage } from 'ai';
import { describeElicitTransport } from './engine-behaviour.ts';

describeElicitTransport('version 6', class extends AbstractChat<UIMessage> {});
