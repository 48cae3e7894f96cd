import type { EmailTexts } from './en.ts';

export const ar: EmailTexts = {
  credential: {
    subject: (badge) => `شهادتك: ${badge}`,
    dear: (recipient) => `مرحبًا ${recipient}،`,
    awarded: (issuer, badge) =>
      `منحتك ${issuer} شهادة «${badge}». يمكنك مشاركة صفحتها. يمكن لكل من يفتح الصفحة التحقق من أن شهادتك أصلية.`,
    expired: (issuer, badge) =>
      `منحتك ${issuer} شهادة «${badge}». انتهت صلاحية هذه الشهادة. يمكن لكل من يفتح صفحتها التحقق من أنها أصلية ومعرفة تاريخ انتهائها.`,
    why: (issuer) => `وصلتك هذه الرسالة لأن ${issuer} أصدرت لك شهادة.`,
  },
  forwarded: {
    subject: (recipient, badge) => `شهادة مُنحت إلى ${recipient}: ${badge}`,
    words: (issuer, badge, recipient) =>
      `تشاركك ${issuer} شهادة «${badge}»، الممنوحة إلى ${recipient}. يمكن لكل من يفتح صفحتها التحقق من أنها أصلية.`,
    why: (issuer, recipient) =>
      `أدخلت ${issuer} عنوان بريدك الإلكتروني. إذا كنت لا تعرف ${recipient}، فتجاهل هذه الرسالة أو ردّ عليها لإبلاغ الجهة المُصدِرة.`,
  },
  share: {
    words: (account, badge, recipient, issuer) =>
      `يشاركك ${account} شهادة «${badge}»، الممنوحة إلى ${recipient} من ${issuer}.`,
    writes: (account) => `رسالة من ${account}`,
    why: (account) =>
      `أدخل ${account} عنوان بريدك الإلكتروني. يمكن للجميع التحقق من الشهادة على صفحتها.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `يشاركك شخص زار صفحة هذه الشهادة الشهادةَ التالية: «${badge}»، الممنوحة إلى ${recipient} من ${issuer}.`,
    writes: 'رسالة من الزائر',
    why: 'لا نعرف من كتب هذه الرسالة. يمكن للجميع التحقق من الشهادة على صفحتها.',
  },
  view: 'عرض الشهادة',
  certificate: 'تنزيل الشهادة المطبوعة (PDF)',
  linkedin: 'أضفها إلى ملفك على LinkedIn',
  signed: 'تنزيل بصيغة Open Badge 3.0',
  pictureOf: (badge) => `الشارة: ${badge}`,
};
