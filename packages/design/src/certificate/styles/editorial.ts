import type { CertificateDesign } from '../schema.ts';
import {
  CODE_SIZE,
  createAddress,
  createBar,
  createDesign,
  createFlow,
  createLine,
  createLockup,
  createSignatures,
  createSquare,
  createText,
  type Layer,
  onPaper,
  QUIET_ZONE,
  quiet,
  type Row,
  Sheet,
  type StyleSettings,
  sans,
  spaced,
  splitRow,
  toMillimeters,
} from './parts.ts';

/** Where the style puts its parts, in millimeters. Texts by the baseline of their last line. */
const places = {
  landscape: {
    ...{ margin: 20, aside: 58, picture: 50, title: 38.62, awardedTo: 53.57, recipient: 71.14 },
    ...{ awardedFor: onPaper(86.75, 88.22), badge: onPaper(97.46, 98.93), badgeLines: 1 },
    ...{ text: onPaper(114.13, 117.08) },
  },
  portrait: {
    ...{ margin: 18, aside: 54, picture: 46, title: 63.58, awardedTo: 80.03, recipient: 97.59 },
    ...{ awardedFor: 118.55, badge: 142.54, badgeLines: 2, text: 154.56 },
  },
};
/** The same on all sheets. */
const bottom = { rule: -62.94, issuedOn: -82.88, validUntil: -72.33, verify: -17.26, end: -12 };

export function createEditorialDesign(settings: StyleSettings): CertificateDesign {
  const sheet = new Sheet(settings);
  const { labels, signatures, isRtl } = settings;
  const { isWide, hair } = sheet;
  const at = places[settings.orientation];
  const page = sheet.across(at.margin);
  const end = page.x + page.width;
  const aside = end - at.aside;
  const footerLine = sheet.at(bottom.rule);
  const left = { align: 'left' };
  const label = { ...left, size: 12.5, isItalic: true, color: quiet };
  // On portrait sheets, the name has the whole width above the columns.
  const column = { x: page.x, width: page.width - at.aside - 10 };
  const rule = at.title + (isWide ? 3 : 4.5);
  const columns = isWide ? rule : at.recipient + 9;
  return createDesign(
    settings,
    [
      ...createHead(sheet, page, at.title),
      createLine('rule-1', { ...page, y: rule }, { points: 2.6 }),
      createText('awarded-to', labels.awardedTo, { ...label, ...page, base: at.awardedTo }),
      createText('recipient', '{{recipient_name}}', {
        ...{ ...left, ...(isWide ? column : page), weight: 600, lineHeight: 1.03 },
        // Arabic letters are taller.
        ...{ size: isRtl ? 42 : 54, room: 28, base: at.recipient },
      }),
      ...(isWide
        ? []
        : [createLine('rule-2', { ...page, y: columns }, { points: 0.4, color: hair })]),
      createText('awarded-for', labels.awardedFor, {
        ...{ ...label, ...column, base: sheet.at(at.awardedFor) },
      }),
      createText('badge-name', '{{badge_name}}', {
        ...{ ...left, ...column, size: isWide ? 25 : 32, lineHeight: 1.03 },
        ...{ lines: at.badgeLines, room: isWide ? 18 : 26, base: sheet.at(at.badge) },
      }),
      createFlow({
        ...{ ...left, ...column, size: 17, base: sheet.at(at.text) },
        ...{ end: footerLine - 5, verticalAlign: 'top' },
      }),
      createBar(
        'rule-3',
        {
          x: aside - toMillimeters(0.2),
          y: columns,
          width: toMillimeters(0.4),
          height: footerLine - 3 - columns,
        },
        hair,
      ),
      createSquare('badge', 'badge', { x: aside + 8, y: columns + 8, size: at.picture }),
      ...createDates(sheet, signatures > 0 ? aside + 8 : page.x),
      createLine('rule-4', { ...page, y: footerLine }, { points: 0.5 }),
      ...createSignatures(
        settings,
        splitRow({ x: page.x, width: page.width - CODE_SIZE + QUIET_ZONE - 8 }, 8, signatures),
        footerLine + 20,
        { align: 'left', points: 0.4, color: hair },
      ),
      createSquare('code', 'qr', {
        x: end - CODE_SIZE + QUIET_ZONE,
        y: footerLine + 5,
        size: CODE_SIZE,
      }),
      createText('small-print', labels.smallPrint, {
        ...{ ...sans, ...left, color: quiet, size: 7, x: page.x, width: page.width - 70 },
        ...{ base: sheet.at(bottom.end), room: 6 },
      }),
      ...createAddress(settings, {
        ...{ align: 'right', x: end - 68, width: 68, size: 7 },
        ...{ y: sheet.at(bottom.verify), line: 2.63 },
      }),
    ],
    12,
  );
}

function createHead({ settings, isWide }: Sheet, page: Row, base: number): Layer[] {
  const { labels, accentColor, logoRatio, isRtl } = settings;
  const end = page.x + page.width;
  const title = createText('title', labels.title, {
    ...{ ...page, align: 'left', weight: 600, letterSpacing: -0.02, color: accentColor, base },
    ...(isWide ? { size: 58, width: page.width - 104 } : { size: isRtl ? 64 : 100, room: 36 }),
  });
  if (!isWide)
    return [
      ...createLockup(
        logoRatio,
        { ...page, y: 14, maxSize: [60, 15] },
        { align: 'left', weight: 600, size: 15, alone: { size: 15 } },
      ),
      title,
    ];
  const logo = { type: 'logo', align: 'right', x: end - 60, y: 14, width: 60, height: 18 };
  return [
    title,
    ...(logoRatio === null ? [] : [{ id: 'logo', ...logo }]),
    createText('issuer', '{{issuer_name}}', {
      ...{ ...sans, align: 'right', x: end - 96, width: 96, weight: 600, size: 11.5, base },
    }),
  ];
}

/** Without signatures, the dates take their place. */
function createDates(sheet: Sheet, x: number): Layer[] {
  const { labels, accentColor, signatures } = sheet.settings;
  const dates = [
    { placeholder: 'issued_on', label: labels.issuedOn, base: bottom.issuedOn },
    { placeholder: 'expires', label: labels.validUntil, base: bottom.validUntil },
  ];
  return dates.flatMap(({ placeholder, label, base }, n) => {
    const place =
      signatures > 0
        ? { x, width: 46, base: sheet.at(base) }
        : { x: x + n * 48, width: 46, base: sheet.at(bottom.rule) + 6.8 };
    const common = { ...place, align: 'left' };
    return [
      createText(`${placeholder}-label`, label.toUpperCase(), {
        ...{ ...common, ...sans, ...spaced, weight: 600, size: 7.5, color: accentColor },
        showIf: placeholder,
      }),
      createText(placeholder, `{{${placeholder}}}`, {
        ...{ ...common, size: 11, figures: 'old-style', base: place.base + 4.4 },
      }),
    ];
  });
}
