export { arabic } from './ui/language/arabic.ts';
