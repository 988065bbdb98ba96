import { createRoot } from 'react-dom/client';
import { Picture } from './Picture.tsx';
import 'elicitkit/styles.css';
import './picture.css';

createRoot(document.getElementById('root') as HTMLElement).render(<Picture />);
