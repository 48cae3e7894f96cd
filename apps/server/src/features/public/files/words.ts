import {
  drawable,
  facesFor,
  fontFor,
  type Language,
  languageOf,
} from '../../../platform/typeset/index.ts';
import { type Field, fieldOf } from './field.ts';

/**
 * What the letters of a text need: the font to try first, the faces that could have all of it instead, and the language
 * that chooses their forms.
 */
export type Letters = Language & { font: string; faces: string[] };
/** A text with all that its template needs to set it. */
export type Words = Field & Letters & { isCut: boolean };

/** Sets the texts of one document: what no font has is left out, and remembered. */
export class Setting {
  readonly #around: string;
  isWhole = true;

  /** `around`: all texts of the document. */
  constructor(...around: string[]) {
    this.#around = around.join('\n');
  }

  letters(text: string): Letters {
    return { ...languageOf(text, this.#around), font: fontFor(text), faces: facesFor(text) };
  }

  field(text: string, most?: number): Field & { isCut: boolean } {
    const { text: able, isWhole } = drawable(text);
    if (!isWhole) this.isWhole = false;
    return fieldOf(able, most);
  }

  words(text: string, most?: number): Words {
    const field = this.field(text, most);
    return { ...field, ...this.letters(field.text) };
  }

  /** A text without which the document would make no sense: where nothing of it can be drawn, `instead`. */
  name(text: string, instead: string, most?: number): Words {
    const words = this.words(text, most);
    return words.text.trim() === '' ? { ...words, text: instead, rtl: false } : words;
  }
}
