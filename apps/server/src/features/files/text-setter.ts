import {
  chooseFaces,
  chooseFont,
  detectLanguage,
  removeUndrawable,
  type TextLanguage,
} from '../../platform/typeset/index.ts';
import { createDirectedText, type DirectedText } from './directed-text.ts';

/**
 * Fonts and language for a text: the preferred font, families that cover it completely, and the
 * language for its glyph forms.
 */
export type FontChoice = TextLanguage & { font: string; faces: string[] };
/** A text with everything its template needs. */
export type TypesetText = DirectedText & FontChoice & { isCut: boolean };

/** Prepares the texts of one document. Characters without a glyph are removed and remembered. */
export class TextSetter {
  readonly #around: string;
  isWhole = true;

  /** `around` contains all texts of the document. */
  constructor(...around: string[]) {
    this.#around = around.join('\n');
  }

  letters(text: string): FontChoice {
    return {
      ...detectLanguage(text, this.#around),
      font: chooseFont(text),
      faces: chooseFaces(text),
    };
  }

  field(text: string, maxLength?: number): DirectedText & { isCut: boolean } {
    const { text: able, isWhole } = removeUndrawable(text);
    if (!isWhole) this.isWhole = false;
    return createDirectedText(able, maxLength);
  }

  words(text: string, maxLength?: number): TypesetText {
    const field = this.field(text, maxLength);
    return { ...field, ...this.letters(field.text) };
  }

  /** A required text. Falls back to `instead` if nothing of it can be drawn. */
  name(text: string, instead: string, maxLength?: number): TypesetText {
    const words = this.words(text, maxLength);
    return words.text.trim() === '' ? { ...words, text: instead, rtl: false } : words;
  }
}
