import { drawable, fontsFor, type Language, languageOf } from '../../platform/typeset/index.ts';
import { type Field, fieldOf } from './rules.ts';

/** A text with all that its template needs to set it. */
export type Words = Field & Language & { fonts: string[]; isCut: boolean };

/** Sets the texts of one document: what no font has is left out, and remembered. */
export class Setting {
  readonly #around: string;
  isWhole = true;

  /** `around`: all texts of the document. */
  constructor(...around: string[]) {
    this.#around = around.join('\n');
  }

  words(text: string, most?: number): Words {
    const { text: able, isWhole } = drawable(text);
    if (!isWhole) this.isWhole = false;
    const field = fieldOf(able, most);
    return { ...field, ...languageOf(field.text, this.#around), fonts: fontsFor(field.text) };
  }

  /** A text without which the document would make no sense: where nothing of it can be drawn, `instead`. */
  name(text: string, instead: string, most?: number): Words {
    const words = this.words(text, most);
    return words.text.trim() === '' ? { ...words, text: instead, rtl: false } : words;
  }
}
