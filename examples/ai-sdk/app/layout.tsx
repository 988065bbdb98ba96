import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import 'elicitkit/styles.css';
import './globals.css';

export const metadata: Metadata = { title: 'Skyline', description: 'A chat that books flights' };

export const viewport: Viewport = { colorScheme: 'light dark' };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
