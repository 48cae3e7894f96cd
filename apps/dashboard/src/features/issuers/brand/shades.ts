export const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);
