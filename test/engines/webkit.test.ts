import { driveApps } from './drive-apps.ts';
import { driveFlows } from './drive.ts';
import { openWebKit } from './webkit.ts';

driveFlows('webkit', openWebKit);
driveApps('webkit', openWebKit);
