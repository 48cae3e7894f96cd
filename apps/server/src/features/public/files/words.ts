import {
  drawable,
  facesFor,
  fontFor,
  type Language,
  languageOf,
} from '../../../platform/typeset/index.ts';
import { type Field, fieldOf } from './field.ts';

/**
 * Fonts and language for a text: the preferred font, families that cover it completely, and the
 * language for its glyph forms.
 */
export type Letters = Language & { font: string; faces: string[] };
/** A text with everything its template needs. */
export type Words = Field & Letters & { isCut: boolean };

/** Prepares the texts of one document. Characters without a glyph are removed and remembered. */
export class Setting {
  readonly #around: string;
  isWhole = true;

  /** `around` contains all texts of the document. */
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

  /** A required text. Falls back to `instead` if nothing of it can be drawn. */
  name(text: string, instead: string, most?: number): Words {
    const words = this.words(text, most);
    return words.text.trim() === '' ? { ...words, text: instead, rtl: false } : words;
  }
}
