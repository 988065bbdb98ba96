import { App } from '../Chat';

export default function Page() {
  return <App />;
}
