/** The backgrounds under an element, from the page up. */
export function grounds(element: Element | null): string[] {
  return element ? [...grounds(element.parentElement), getComputedStyle(element).backgroundColor] : ['#fff'];
}

const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

/** What colours come to, one over the other. */
export function pixelOf(colours: readonly string[]): readonly number[] {
  if (!context) throw new Error('no canvas');
  for (const colour of colours) {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
  }
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

export function contrast(one: readonly number[], other: readonly number[]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
