import consoleSkin from './console.css?inline';
import meridian from './meridian.css?inline';
import neutral from './neutral.css?inline';
import './host.css';

/** Re-skins made of variables alone; each file is what a host would write. */
export const skins: Readonly<Record<string, string>> = { meridian, neutral, console: consoleSkin };
