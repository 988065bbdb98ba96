import { engine } from '../../../engine';

export const POST = engine;
