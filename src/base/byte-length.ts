const encoder = /* @__PURE__ */ new TextEncoder();

/** Bytes of a text as UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).byteLength;
