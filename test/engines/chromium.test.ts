import { driveApps } from './drive-apps.ts';
import { driveImports } from './drive-imports.ts';
import { driveFlows } from './drive.ts';
import { openChromium } from './chromium.ts';

driveFlows('chromium', openChromium);
driveApps('chromium', openChromium);
driveImports('chromium', openChromium);
