declare module 'hyphen/de/index.js' {
  export function hyphenateSync(text: string, options?: { hyphenChar?: string }): string;
}
