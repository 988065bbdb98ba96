import { driveApps } from './drive-apps.ts';
import { driveImports } from './drive-imports.ts';
import { driveFlows } from './drive.ts';
import { openFirefox } from './firefox.ts';

driveFlows('firefox', openFirefox);
driveApps('firefox', openFirefox);
driveImports('firefox', openFirefox, { remembers: true });
