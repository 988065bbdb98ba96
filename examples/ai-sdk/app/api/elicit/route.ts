import { elicit } from '../../../elicit';

export const POST = elicit.handler;
