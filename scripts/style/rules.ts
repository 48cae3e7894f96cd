// The rules of STYLE.md that a program can check. Pure: text in, findings out.
import jsTokens from 'js-tokens';

export type Finding = { rule: string; line: number; text: string; remedy: string };
type Passage = { line: number; text: string; isComment: boolean };

/** Words that STYLE.md excludes, and the word to use instead. */
const words: [pattern: RegExp, remedy: string][] = [
  [/\banew\b/gi, 'again'],
  [/\bmend(?:s|ed|ing)?\b/gi, 'fix or correct'],
  [/\bwhoever\b/gi, 'anyone who, or the noun'],
  [/\bthereby\b/gi, 'so'],
  [/\bbegun\b/gi, 'started'],
  [/\bslips?\b/gi, 'typo or error'],
  [/\btells\b/gi, 'shows, reports or returns'],
  [/\brehears(?:als?|ed?|ing)\b/gi, 'dry run'],
  [/\bgoings-on\b/gi, 'activity'],
  [/\b(?:invented|made-up)\b/gi, 'sample'],
  [/\bgrounds?\b/gi, 'background'],
  [/\btwins?\b/gi, 'duplicate'],
  [/\baward types?\b/gi, 'badge'],
  // Not in the names of columns, which start with a capital letter.
  [/\bearners?\b/g, 'recipient'],
  // Not in paths, in `insignia doctor`'s outcomes or in the column of that name.
  [/(?<!:|[:,] |\/)\bfaults?\b(?!\/|\s+(?:injection|tests?|suite)\b)/gi, 'error'],
  [/\b(?:is|are|was|were|be|being|been) told\b/gi, 'sees, gets, or is notified'],
  [/\bgo(?:es|ing)? out\b/gi, 'is sent'],
  [/\bcom(?:es?|ing) out as\b/gi, 'becomes'],
  [/\b(?:take|takes|taken|took|taking) (?:it )?back\b/gi, 'revoke or undo'],
  [/\bstands? (?:in|on|for itself|there|here|further|beside|up|above|below)\b/gi, 'is, or appears'],
  [/\b(?:foot) of (?:a|the) (?:page|mail|email|message)\b/gi, 'footer'],
  // Not in German, and not in samples of CSV files.
  [/(?<![,;"\t\uFEFF])\b[Ee]-mails?\b(?![,;"])/g, 'email'],
];
/** Texts in other languages. */
const foreign = /\/(?:texts|messages)(?:\.ts$|\/(?!en\b))/;

/** Comments don't start with these. `words` has others. */
const openers = /^(?:What|Whatever|Of|Who|Whyever|That|So|Its|Said)\b/;
const participles =
  /^(?:[A-Z][a-z]*ed|Made|Found|Said|Given|Kept|Held|Sent|Shown|Drawn|Taken|Chosen|Known|Written|Built|Left|Lost|Done|Told|Seen|Begun|Bound|Spent|Put|Read|Gone|Meant|Laid)$/;
const nounsInOf = new Set(['oneOf', 'duplicateOf']);
const nounsInEd = new Set(['Feed', 'Seed', 'Embed', 'Need', 'Speed', 'Bed']);

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}

/** Returns a comment without its marks, as one line of prose. */
function prose(comment: string): string {
  return comment
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^(?:\/\*\*?|\*\/|\*|\/\/|--)\s?/, '')
        .replace(/\*\/$/, ''),
    )
    .join(' ')
    .replace(/`[^`]*`/g, '')
    .trim();
}

const isText = (type: string): boolean =>
  /^(?:StringLiteral|NoSubstitutionTemplate|Template|JSXText|JSXString)/.test(type);

function splitToken(type: string, value: string, line: number): Passage[] {
  if (/^(?:SingleLine|MultiLine)Comment$/.test(type))
    return [{ line, text: prose(value), isComment: true }];
  return isText(type) && /\s/.test(value.trim()) ? [{ line, text: value, isComment: false }] : [];
}

/** Joins comments on consecutive lines: only the first line of a comment has an opener. */
function joinComments(passages: Passage[]): Passage[] {
  const joined: Passage[] = [];
  let lastLine = -1;
  for (const passage of passages) {
    const previous = joined.at(-1);
    if (previous?.isComment && passage.isComment && passage.line === lastLine + 1)
      previous.text += ` ${passage.text}`;
    else joined.push(passage);
    lastLine = passage.line;
  }
  return joined;
}

function* readTokens(source: string, jsx: boolean) {
  let line = 1;
  for (const { type, value } of jsx ? jsTokens(source, { jsx: true }) : jsTokens(source)) {
    yield { type, value, line };
    line += value.split('\n').length - 1;
  }
}

/** Returns the comments and texts of a TypeScript or JavaScript file. */
function splitCode(source: string, jsx: boolean): Passage[] {
  const passages = Array.from(readTokens(source, jsx), ({ type, value, line }) =>
    splitToken(type, value, line),
  );
  return joinComments(passages.flat());
}

/** Comments of released migrations can't change: only their words are checked. */
function splitSql(source: string, isComment: boolean): Passage[] {
  const passages = source
    .split('\n')
    .flatMap((text, at) =>
      /^\s*--/.test(text) ? [{ line: at + 1, text: prose(text), isComment }] : [],
    );
  return joinComments(passages);
}

function splitMarkdown(source: string): Passage[] {
  const passages: Passage[] = [];
  let inCode = false;
  source.split('\n').forEach((text, at) => {
    if (/^\s*```/.test(text)) inCode = !inCode;
    else if (!inCode)
      passages.push({
        line: at + 1,
        text: text.replace(/`[^`]*`|\]\([^)]*\)/g, ''),
        isComment: false,
      });
  });
  return passages;
}

/** Returns the comments and texts of a shell script, or all lines of a configuration. */
function splitLines(source: string, isScript: boolean): Passage[] {
  const passages = source.split('\n').flatMap((text, at) => {
    const comment = /^\s*(?:#|\/\/|;)(?!!)\s*(.*)/.exec(text)?.[1];
    if (comment !== undefined) return [{ line: at + 1, text: comment, isComment: true }];
    const shown = isScript ? /\b(?:check|step|echo) (["'])(.*?)\1/.exec(text)?.[2] : text;
    return shown === undefined ? [] : [{ line: at + 1, text: shown, isComment: false }];
  });
  return joinComments(passages);
}

function splitPassages(file: string, source: string): Passage[] {
  if (/\.(?:tsx?|m?js)$/.test(file)) return splitCode(source, file.endsWith('x'));
  if (file.endsWith('.sql')) return splitSql(source, !file.includes('/migrations/'));
  return /\.(?:md|eta)$/.test(file)
    ? splitMarkdown(source)
    : splitLines(source, /\.sh$|\.ci\/run$/.test(file));
}

function checkPassage({ line, text, isComment }: Passage, isEnglish: boolean): Finding[] {
  const checked = words.filter(([, remedy]) => isEnglish || remedy !== 'email');
  const found = checked.flatMap(([pattern, remedy]) =>
    Array.from(text.matchAll(pattern), ([word]) => ({
      ...{ rule: 'word', line, text: word, remedy: `write “${remedy}”` },
    })),
  );
  if (isComment && openers.test(text)) {
    const remedy = 'start with the subject or the reason';
    found.push({ rule: 'comment', line, text: text.slice(0, 60), remedy });
  }
  return found;
}

function checkTypes(source: string): Finding[] {
  const declarations = source.matchAll(/^(?:export )?(?:type|interface) ([A-Z]\w*)/gm);
  return Array.from(declarations)
    .filter(({ 1: name = '' }) => participles.test(name) && !nounsInEd.has(name))
    .map(({ index, 1: name = '' }) => {
      const line = lineAt(source, index);
      return { rule: 'type', line, text: name, remedy: 'name the thing with a noun' };
    });
}

/** Where a fault is a failure that a test injects. */
const faultTests = /^apps\/server\/(?:cluster|faults)\//;
const badValues =
  /^\s*(?:export )?(?:const|let) (faults?|told|said|kept|held|made|taken|asked|begun|began|looked|most|least)\b/gm;

/** Names of values that say nothing without the code around them. Tests contrast two parties with them. */
const vagueValues = /^\s*(?:export )?(?:const|let) (apart|how|there|why)\b/gm;
const isTest = /\.test\.tsx?$|\/(?:tests|faults|cluster)\//;

/** Getters called `…Of`, limits called `most…`, and participles as values. */
function checkNames(file: string, source: string): Finding[] {
  const getters = source.matchAll(
    /^\s*(?:export )?(?:(?:async )?function\*? |const (?=\w+ = (?:async )?[(<]))((?!is[A-Z])\w+Of)\b/gm,
  );
  const limits = source.matchAll(/^(?:export )?const (most[A-Z]\w*)/gm);
  const values = faultTests.test(file) ? [] : source.matchAll(badValues);
  const vague = isTest.test(file) ? [] : source.matchAll(vagueValues);
  const find = (matches: Iterable<RegExpMatchArray>, remedy: string): Finding[] =>
    Array.from(matches, ({ index = 0, 1: name = '' }) => ({
      ...{ rule: 'name', line: lineAt(source, index), text: name, remedy },
    }));
  return [
    ...find(getters, 'start a function with a verb, or name the value').filter(
      ({ text }) => !nounsInOf.has(text),
    ),
    ...find(limits, 'write MAX_… or …Limit'),
    ...find(vague, 'name the value with a noun, such as reason, options or status'),
    ...find(values, 'name the value with a noun, such as error, message, stored or limit'),
  ];
}

export function findStyleErrors(file: string, source: string): Finding[] {
  const isEnglish = !foreign.test(file);
  const passages = splitPassages(file, source).flatMap((it) => checkPassage(it, isEnglish));
  return /\.tsx?$/.test(file)
    ? [...passages, ...checkTypes(source), ...checkNames(file, source)]
    : passages;
}

/** Names in camel case that the code of a file has, and those that its comments cite in backticks. */
export type FileNames = { used: Set<string>; cited: { name: string; line: number }[] };

const camelCase = /\b[a-z]+[A-Z]\w*/g;

export function readNames(file: string, source: string): FileNames {
  const names: FileNames = { used: new Set(), cited: [] };
  const use = (text: string) => {
    for (const [name] of text.matchAll(camelCase)) names.used.add(name);
  };
  if (!/\.(?:tsx?|m?js)$/.test(file)) use(source.replaceAll(/^\s*--.*$/gm, ''));
  else
    for (const { type, value, line } of readTokens(source, file.endsWith('x'))) {
      if (!type.endsWith('Comment')) use(value);
      else
        for (const [, name = ''] of value.matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g))
          names.cited.push({ name, line });
    }
  return names;
}

/** Checks commit subjects: at most 72 characters, `area: imperative`. */
export function checkSubject(subject: string): string | undefined {
  if (/^(?:Merge|Revert) /.test(subject)) return undefined;
  if (subject.length > 72) return `has ${subject.length} characters, at most 72`;
  if (!/^[\w./, -]+: \S/.test(subject)) return 'must start with its area: “webhooks: retry …”';
  const verb = subject.split(': ')[1]?.split(' ')[0] ?? '';
  if (
    /(?:[^s]s|ed|ing)$/i.test(verb) &&
    !/^(?:process|address|focus|bypass|pass|canvas|embed|need|feed|seed|bring|string|ping|always)$/i.test(
      verb,
    )
  )
    return `“${verb}” must be an imperative, such as “fix” or “add”`;
  return undefined;
}

const groups = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

/** Checks the format of CHANGELOG.md: Keep a Changelog, lines of at most 25 words. */
export function findChangelogErrors(source: string): Finding[] {
  const errors: Finding[] = [];
  const add = (line: number, text: string, remedy: string) =>
    errors.push({ rule: 'changelog', line, text: text.slice(0, 60), remedy });
  source.split('\n').forEach((text, at) => {
    const line = at + 1;
    if (
      /^## /.test(text) &&
      !/^## (?:\[Unreleased\]|\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2})$/.test(text)
    )
      add(line, text, 'write “## [1.0.0] - 2026-03-01” or “## [Unreleased]”');
    if (/^### /.test(text) && !groups.includes(text.slice(4)))
      add(line, text, `use one of ${groups.join(', ')}`);
    if (/^[-*] /.test(text) && text.split(/\s+/).length - 1 > 25)
      add(line, text, 'shorten to 25 words');
  });
  return errors;
}
