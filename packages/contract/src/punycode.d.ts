// The bare name `punycode` is Node's own, deprecated module.
declare module 'punycode/punycode.es6.js' {
  export function toUnicode(domain: string): string;
}
