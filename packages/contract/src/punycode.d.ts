// The bare name `punycode` would import Node's deprecated module.
declare module 'punycode/punycode.es6.js' {
  export function toUnicode(domain: string): string;
}
