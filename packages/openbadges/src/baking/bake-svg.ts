import { SaxesParser } from 'saxes';
import { MAX_BAKED_BYTES, tooLargeMessage } from './bake.ts';
import { marks } from './png.ts';

/** A compact JWS goes into an attribute, JSON into the element. */
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Bakes a signed credential (JSON or compact JWS) into an SVG (Open Badges 3.0 §Baked Badge, SVG),
 * directly after the root's start tag, replacing any earlier one. Throws if the picture isn't
 * well-formed XML or not an SVG.
 */
export function bakeCredentialSvg(picture: string, credential: string): string {
  // XML normalizes line breaks the same way (XML 1.0 §2.11).
  const svg = picture.replaceAll(/\r\n?/g, '\n');
  if (credential.length > MAX_BAKED_BYTES) throw new Error(tooLargeMessage);
  const { end, isEmpty, baked } = read(svg);
  const [open, close] = ['<openbadges:credential', '</openbadges:credential>'];
  const namespace = ' xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"';
  const element = compactJws.test(credential)
    ? `${open}${namespace} verify="${credential}">${close}`
    : // A CDATA section ends at the first "]]>".
      `${open}${namespace}><![CDATA[${credential.replaceAll(']]>', ']]]]><![CDATA[>')}]]>${close}`;
  if (isEmpty) {
    return `${svg.slice(0, end - 2)}>${element}</svg>${svg.slice(end)}`;
  }
  let kept = svg.slice(0, end) + element;
  let at = end;
  for (const [from, to] of baked) {
    kept += svg.slice(at, from);
    at = to;
  }
  return kept + svg.slice(at);
}

type Places = { end: number; isEmpty: boolean; baked: [number, number][] };

/** Position of the root's start tag, and of baked credentials. */
function read(svg: string): Places {
  const parser = new SaxesParser({ xmlns: true, position: true });
  let places: Places | undefined;
  const open: number[] = [];
  parser.on('error', (error) => {
    throw new Error(`the SVG isn’t valid XML: ${error.message}`);
  });
  parser.on('opentag', ({ name, local, uri, isSelfClosing }) => {
    // Within a tag, "<" occurs only at its start (XML 1.0 §3.1).
    const start = svg.lastIndexOf('<', parser.position - 1);
    if (!places) {
      if (name !== 'svg') throw new Error('not an SVG');
      places = { end: parser.position, isEmpty: isSelfClosing, baked: [] };
    }
    const { element, namespace } = marks['3.0'];
    open.push(local === element && namespace.test(uri) ? start : -1);
  });
  parser.on('closetag', () => {
    const start = open.pop() ?? -1;
    if (start >= 0 && !open.some((each) => each >= 0)) places?.baked.push([start, parser.position]);
  });
  parser.write(svg).close();
  if (!places) throw new Error('not an SVG');
  return places;
}
