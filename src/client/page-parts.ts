export { createAttach } from './attach.ts';
export { openWire } from './delivery/open-wire.ts';
export { createQuestions } from './questions.ts';
