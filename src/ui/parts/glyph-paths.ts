// The other glyphs. Not in `Glyph.tsx`: a bundler that splits by file would load them with every card.

export const up = 'M12 19V5M6 11l6-6 6 6';
export const down = 'M12 5v14M6 13l6 6 6-6';
export const cross = 'M6 6l12 12M18 6L6 18';
export const list = 'M9.5 6H20M9.5 12H20M9.5 18H20M4.5 6v.01M4.5 12v.01M4.5 18v.01';
