import type { CertificateLabels } from './labels.ts';

export const ar: CertificateLabels = {
  title: 'شهادة',
  awardedTo: 'تُمنح هذه الشهادة إلى',
  awardedFor: 'عن',
  criteria: 'معايير الحصول عليها',
  issuedBy: 'صادرة عن',
  issuedOn: 'تاريخ الإصدار',
  validUntil: 'صالحة حتى',
  verify: 'للتحقق منها',
  pageCounts: 'يمكن إلغاؤها، والمعتمد ما تذكره صفحتها.',
  moreOnPage: 'النص الكامل في صفحتها.',
  lettersMissing: 'تعذّر عرض بعض الأحرف هنا، وهي كاملة في صفحتها.',
  nameOnPage: '(انظر صفحتها)',
  revoked: 'ملغاة',
  expired: 'منتهية الصلاحية',
  since: (day) => `في ${day}`,
  noReason: 'أُلغيت هذه الشهادة.',
  pictureOf: (badge) => `الشارة: ${badge}`,
  logoOf: (issuer) => `شعار ${issuer}`,
  signatureOf: (name) => `توقيع ${name}`,
  codeOf: (address) => `رمز QR للعنوان ${address}`,
};
