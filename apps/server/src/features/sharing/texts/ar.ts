import type { EmailTexts } from './en.ts';

export const ar: EmailTexts = {
  credential: {
    subject: (badge) => `شهادتك: ${badge}`,
    dear: (recipient) => `مرحبًا ${recipient}،`,
    awarded: (issuer, badge) =>
      `منحتك ${issuer} شهادة «${badge}». لها صفحة خاصة يمكنك مشاركتها، ويمكن لكل من يفتحها التحقق من أنها أصلية.`,
    expired: (issuer, badge) =>
      `منحتك ${issuer} شهادة «${badge}». انتهت صلاحيتها. يمكن لكل من يفتح صفحتها التحقق من أنها أصلية، ويرى حتى متى كانت سارية.`,
    why: (issuer) => `وصلتك هذه الرسالة لأن ${issuer} أصدرت لك شهادة.`,
  },
  forwarded: {
    subject: (recipient, badge) => `شهادة مُنحت إلى ${recipient}: ${badge}`,
    words: (issuer, badge, recipient) =>
      `تشاركك ${issuer} شهادة «${badge}»، الممنوحة إلى ${recipient}. لها صفحة خاصة، ويمكن لكل من يفتحها التحقق من أنها أصلية.`,
    why: (issuer, recipient) =>
      `أدخلت ${issuer} عنوانك. إذا كنت لا تعرف ${recipient}، فيمكنك تجاهل هذه الرسالة أو الرد عليها.`,
  },
  share: {
    words: (account, badge, recipient, issuer) =>
      `يشاركك ${account} شهادة «${badge}»، الممنوحة إلى ${recipient} من ${issuer}.`,
    writes: (account) => `رسالة من ${account}`,
    why: (account) => `أُدخل عنوانك من ${account}. يمكن للجميع التحقق من الشهادة على صفحتها.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `زار أحدهم صفحة هذه الشهادة ويشاركك إياها: «${badge}»، الممنوحة إلى ${recipient} من ${issuer}.`,
    writes: 'رسالة من الزائر',
    why: 'لا نعرف من أرسل هذه الرسالة. يمكن للجميع التحقق من الشهادة على صفحتها.',
  },
  view: 'عرض الشهادة',
  certificate: 'تنزيل الشهادة المطبوعة (PDF)',
  linkedin: 'أضفها إلى ملفك على LinkedIn',
  signed: 'تنزيل بصيغة Open Badge 3.0',
  pictureOf: (badge) => `الشارة: ${badge}`,
};
