/**
 * Parts for a card of one's own, which then looks like ours.
 *
 * @module elicitkit/kit
 */
'use client';

export { Button, type ButtonProps } from './ui/kit/Button.tsx';
export { Card, type CardProps } from './ui/kit/Card.tsx';
export { Facts, type Fact, type FactsProps } from './ui/kit/Facts.tsx';
export { Field, type FieldProps } from './ui/kit/Field.tsx';
export { Fields } from './ui/kit/Fields.tsx';
export { Footer, type FooterProps } from './ui/kit/Footer.tsx';
export { Notice, type NoticeProps } from './ui/kit/Notice.tsx';
export { Row, type RowProps } from './ui/kit/Row.tsx';
