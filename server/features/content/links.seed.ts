/**
 * What demo mode shows besides announcements: three of them as banners, and contact links at reserved domains (RFC
 * 2606).
 */
import type { LinkSeed } from './content.repository.ts';

/** None of them is the pinned one, which is shown separately. */
export const DEMO_BANNERS = ['without-a-network', 'check-a-draw', 'fees-and-odds'];

export const DEMO_LINKS: readonly LinkSeed[] = [
  {
    id: 'mail',
    url: 'mailto:help@adit.example',
    labels: {
      en: 'Support by email (example)',
      ja: 'メールサポート（例）',
      th: 'ฝ่ายช่วยเหลือทางอีเมล (ตัวอย่าง)',
      vi: 'Hỗ trợ qua email (ví dụ)',
      'zh-Hans': '邮件客服（示例）',
      'zh-TW': '電子郵件客服（範例）',
    },
  },
  {
    id: 'help',
    url: 'https://help.adit.example/',
    labels: {
      en: 'Questions and answers (example)',
      ja: 'よくある質問（例）',
      th: 'คำถามและคำตอบ (ตัวอย่าง)',
      vi: 'Hỏi và đáp (ví dụ)',
      'zh-Hans': '常见问题（示例）',
      'zh-TW': '常見問題（範例）',
    },
  },
  {
    id: 'news',
    url: 'https://news.adit.example/',
    labels: {
      en: 'News channel (example)',
      ja: 'お知らせチャンネル（例）',
      th: 'ช่องข่าวสาร (ตัวอย่าง)',
      vi: 'Kênh tin tức (ví dụ)',
      'zh-Hans': '新闻频道（示例）',
      'zh-TW': '新聞頻道（範例）',
    },
  },
];
