import { driveApps } from './drive-apps.ts';
import { driveImports } from './drive-imports.ts';
import { driveFlows } from './drive.ts';
import { openWebKit } from './webkit.ts';

driveFlows('webkit', openWebKit);
driveApps('webkit', openWebKit);
driveImports('webkit', openWebKit);
