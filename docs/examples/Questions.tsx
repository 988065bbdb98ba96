import { ElicitOutlet } from 'elicitkit';

export const Questions = () => <ElicitOutlet />;
