/**
 * The text of notifications in every language. They arrive while the app is closed, so the server must provide the
 * text.
 */
import type { Language } from '#contract/languages.ts';
import { fromUnits } from '#rules/amounts.ts';
import { shownAmount } from '#rules/shown-amount.ts';

interface Words {
  /** A cycle has ended. */
  readonly done: string;
  /** `{amount}` includes the symbol. */
  readonly claim: string;
  /** True of any cycle: for a device that cannot check whether it has been claimed. */
  readonly look: string;
  readonly see: string;
  readonly test: string;
  readonly works: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    done: 'Your miner has finished',
    claim: '{amount} ready to claim. Waiting loses nothing.',
    look: 'Check on your miner',
    see: 'Open Adit to see your reward.',
    test: 'Test notification',
    works: 'Reminders work on this device.',
  },
  ja: {
    done: 'マイナーの24時間が終わりました',
    claim: '{amount} を受け取れます。後でも減りません。',
    look: 'マイナーの様子を見てみましょう',
    see: 'Adit を開いて報酬を確認しましょう。',
    test: 'テスト通知',
    works: 'この端末にリマインダーが届きます。',
  },
  th: {
    done: 'เครื่องขุดทำงานครบรอบแล้ว',
    claim: 'รับ {amount} ได้แล้ว รับทีหลังก็ไม่เสียอะไร',
    look: 'แวะดูเครื่องขุดของคุณ',
    see: 'เปิด Adit เพื่อดูรางวัล',
    test: 'การแจ้งเตือนทดสอบ',
    works: 'การแจ้งเตือนบนอุปกรณ์นี้ใช้ได้แล้ว',
  },
  vi: {
    done: 'Máy đào của bạn đã chạy xong',
    claim: 'Bạn có thể nhận {amount}. Nhận muộn cũng không mất gì.',
    look: 'Ghé xem máy đào của bạn',
    see: 'Mở Adit để xem phần thưởng.',
    test: 'Thông báo thử',
    works: 'Lời nhắc hoạt động trên thiết bị này.',
  },
  'zh-Hans': {
    done: '您的矿机已运行完毕',
    claim: '可领取 {amount}，晚点领取也没有损失。',
    look: '看看您的矿机',
    see: '打开 Adit 查看奖励。',
    test: '测试通知',
    works: '此设备可以收到提醒。',
  },
  'zh-TW': {
    done: '您的礦機已運轉完畢',
    claim: '可領取 {amount}，晚點領取也沒有損失。',
    look: '看看您的礦機',
    see: '開啟 Adit 查看獎勵。',
    test: '測試通知',
    works: '此裝置可以收到提醒。',
  },
};

interface Text {
  readonly title: string;
  readonly body: string;
}

/**
 * A cycle has ended with this much ADIT, in smallest units. `neutral` selects the text for when that is no longer
 * certain.
 */
export const minerText = (output: bigint, lang: Language): Text & { readonly neutral: Text } => ({
  title: WORDS[lang].done,
  body: WORDS[lang].claim.replace('{amount}', `${shownAmount(fromUnits(output), lang)} ADIT`),
  neutral: { title: WORDS[lang].look, body: WORDS[lang].see },
});

export const testText = (lang: Language): Text => ({ title: WORDS[lang].test, body: WORDS[lang].works });
