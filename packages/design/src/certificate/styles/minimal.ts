import type { CertificateDesign } from '../schema.ts';
import {
  CODE_SIZE,
  createAddress,
  createBar,
  createDate,
  createDesign,
  createFlow,
  createLockup,
  createSignatures,
  createSquare,
  createText,
  onPaper,
  QUIET_ZONE,
  quiet,
  Sheet,
  type StyleSettings,
  sans,
  splitRow,
} from './parts.ts';

/** Where the style puts its parts, in millimeters. Texts by the baseline of their last line. */
const places = {
  landscape: {
    ...{ margin: 32, top: 24, logo: 60, picture: 40, textSize: 12.5 },
    ...{ recipient: onPaper(89.11, 91.14), awardedFor: onPaper(101.89, 104.54) },
    ...{ badge: onPaper(113.27, 116.53), text: onPaper(122.54, 126.4), line: -42.68 },
  },
  portrait: {
    ...{ margin: 28, top: 28, logo: 44, picture: 44, textSize: 15 },
    ...{ recipient: onPaper(111.51, 105.44), awardedFor: onPaper(128.61, 120.72) },
    ...{ badge: onPaper(144.31, 134.6), text: onPaper(158.48, 146.95), line: -92.52 },
  },
};

export function createMinimalDesign(settings: StyleSettings): CertificateDesign {
  const sheet = new Sheet(settings);
  const { labels, signatures, accentColor, logoRatio } = settings;
  const { isWide, height } = sheet;
  const at = places[settings.orientation];
  const page = sheet.across(at.margin);
  const end = page.x + page.width;
  const look = { ...sans, align: 'left' };
  const bottom = height - at.top;
  const dates = { x: page.x, width: 42 };
  const signs = isWide
    ? splitRow({ x: page.x + 46, width: page.width - 54 - CODE_SIZE + QUIET_ZONE }, 8, signatures)
    : splitRow(page, 10, signatures);
  return createDesign(
    settings,
    [
      createBar('spine', { x: -3, y: -3, width: 10, height: height + 6 }, accentColor),
      ...createLockup(
        logoRatio,
        { x: page.x, y: at.top, width: page.width - at.picture - 8, maxSize: [at.logo, 18] },
        { ...look, weight: 600, size: 14, alone: { size: 24, color: accentColor } },
      ),
      createSquare('badge', 'badge', { x: end - at.picture, y: at.top, size: at.picture }),
      createText('recipient', '{{recipient_name}}', {
        ...{ ...look, ...page, size: 60, lineHeight: 1.03, room: isWide ? 26 : 36 },
        base: sheet.at(at.recipient),
      }),
      createText('awarded-for', labels.awardedFor, {
        ...{ ...look, ...page, size: 13, color: quiet, base: sheet.at(at.awardedFor) },
      }),
      createText('badge-name', '{{badge_name}}', {
        ...{ ...look, ...page, size: 25, weight: 600, lineHeight: 1.03, room: isWide ? 14 : 18 },
        base: sheet.at(at.badge),
      }),
      createFlow({
        ...{ ...look, x: page.x, width: Math.min(165, page.width), size: at.textSize },
        ...{ base: sheet.at(at.text), end: sheet.at(at.line) - 15 },
      }),
      ...createDate(settings, 'issued_on', { ...dates, base: bottom - 25.01 }),
      ...createDate(settings, 'expires', { ...dates, base: bottom - 15.29 }),
      ...createSignatures(settings, signs, sheet.at(at.line), {
        ...{ ...sans, align: 'left', points: 0.4, color: quiet, height: 12 },
      }),
      createSquare('code', 'qr', {
        x: end - CODE_SIZE + QUIET_ZONE,
        y: bottom - 45.93,
        size: CODE_SIZE,
      }),
      createText('small-print', labels.smallPrint, {
        ...{
          ...look,
          x: page.x,
          width: page.width - 70,
          size: 7,
          color: quiet,
          base: bottom,
          room: 6,
        },
      }),
      ...createAddress(settings, {
        ...{ align: 'right', x: end - 68, width: 68, y: bottom - 5.26, line: 2.63, size: 7 },
      }),
    ],
    at.top - 12,
  );
}
