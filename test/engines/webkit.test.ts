import { driveFlows } from './drive.ts';
import { openWebKit } from './webkit.ts';

driveFlows('webkit', openWebKit);
