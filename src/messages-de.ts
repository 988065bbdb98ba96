export { german } from './ui/language/german.ts';
