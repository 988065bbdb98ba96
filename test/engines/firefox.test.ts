import { driveFlows } from './drive.ts';
import { openFirefox } from './firefox.ts';

driveFlows('firefox', openFirefox);
