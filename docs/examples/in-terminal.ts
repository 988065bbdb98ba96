import { runInTerminal } from 'elicitkit/terminal';
import { greetTool } from './greet';

console.log(await runInTerminal(greetTool, {}));
