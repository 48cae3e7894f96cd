import type { Page } from 'playwright-core';

/** Text that is clipped, overlapping, or outside the page. */
export function findClippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Text = { words: string; of: Element; rects: DOMRect[] };
    // Tight headings overlap slightly, and rounding is tolerated.
    const slack = { x: 2, y: 5 };

    // The skip link is visible while focused.
    const unseen =
      '.unseen, .mantine-VisuallyHidden-root, [aria-hidden="true"], svg, [href="#main"]:not(:focus)';
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest(unseen) === null;

    const readText = (node: Node): Text | undefined => {
      const of = node.parentElement;
      const words = node.textContent?.trim() ?? '';
      if (!of || words === '' || !isSeen(of)) return undefined;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width * height > 0);
      return { words, of, rects };
    };

    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      texts.push(...[readText(node)].filter((text) => text !== undefined));

    const isBeyond = ({ left, right }: DOMRect): boolean =>
      left < -slack.x || right > innerWidth + slack.x;
    const beyond = texts
      .filter(({ rects }) => rects.some(isBeyond))
      .map(({ words }) => `beyond the edge: “${words}”`);

    const meet = (a: DOMRect, b: DOMRect): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack.x &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack.y;
    const lieOn = (a: Text, b: Text): boolean =>
      a.of !== b.of && a.rects.some((one) => b.rects.some((other) => meet(one, other)));
    const pairs = texts.flatMap((a, at) =>
      texts
        .slice(at + 1)
        .filter((b) => lieOn(a, b))
        .map((b) => `“${a.words}” lies on “${b.words}”`),
    );

    const isField = (element: Element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && element.type === 'text';
    const cuts = (element: HTMLElement): boolean => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      // Ellipses are intentional for user content.
      if (textOverflow === 'ellipsis' || element.clientWidth === 0) return false;
      return isField(element) || overflowX === 'hidden' || overflowX === 'clip';
    };
    const cut = [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((element) => isSeen(element) && cuts(element))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + slack.x)
      .map((element) => {
        const words = isField(element) ? element.value : element.textContent?.slice(0, 60);
        const sizes = `${element.scrollWidth} on ${element.clientWidth}`;
        return `cut off: <${element.tagName.toLowerCase()} class="${element.className}"> “${words}” ${sizes}`;
      });

    return [...new Set([...beyond, ...pairs, ...cut])];
  });
}
