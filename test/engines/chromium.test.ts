import { driveFlows } from './drive.ts';
import { openChromium } from './chromium.ts';

driveFlows('chromium', openChromium);
