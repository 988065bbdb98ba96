import { createRoot } from 'react-dom/client';
import { Picture } from '../../demo/picture/Picture.tsx';
import 'elicitkit/styles.css';
import './live.css';

createRoot(document.getElementById('live') as HTMLElement).render(<Picture />);
