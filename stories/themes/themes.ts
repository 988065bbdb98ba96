import compact from './compact.css?inline';
import consoleSkin from './console.css?inline';
import meridian from './meridian.css?inline';
import neutral from './neutral.css?inline';
import paper from './paper.css?inline';
import './host.css';

/** Skins. Each file is what a host would write: variables, and in one file a rule for a part. */
export const skins: Readonly<Record<string, string>> = { meridian, neutral, console: consoleSkin, paper, compact };
