import { driveApps } from './drive-apps.ts';
import { driveFlows } from './drive.ts';
import { openFirefox } from './firefox.ts';

driveFlows('firefox', openFirefox);
driveApps('firefox', openFirefox);
