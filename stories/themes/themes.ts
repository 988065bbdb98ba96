import compact from '../../src/skins/compact.css?inline';
import consoleSkin from '../../src/skins/console.css?inline';
import meridian from '../../src/skins/meridian.css?inline';
import neutral from '../../src/skins/neutral.css?inline';
import paper from '../../src/skins/paper.css?inline';
import './host.css';

/** The skins of the package. Each is what a host would write: variables, and in one file a rule for a part. */
export const skins: Readonly<Record<string, string>> = { meridian, neutral, console: consoleSkin, paper, compact };
