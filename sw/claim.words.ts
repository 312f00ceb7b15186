// The texts of a reminder's action and of what its notification says next. The worker has no catalogue: it may be woken
// without a network, in a language whose texts are not cached.
import type { Language } from '#contract/languages.ts';

interface Words {
  /** The button. */
  claim: string;
  /** `{amount}` includes the symbol. */
  claimed: string;
  /** The same, while amounts are hidden. */
  done: string;
  /** What comes next: the miner runs again, waits for its start, or its trial is over. */
  running: string;
  stopped: string;
  expired: string;
  /** The cycle was claimed before; this says where its reward is. */
  before: string;
  credited: string;
  refused: string;
  look: string;
  queued: string;
  soon: string;
  /** For a browser that does not wake the worker. */
  opened: string;
  signIn: string;
  afterSignIn: string;
}

export const claimWords: Readonly<Record<Language, Words>> = {
  en: {
    claim: 'Claim',
    claimed: '{amount} claimed',
    done: 'Claimed',
    running: 'Your miner is running again.',
    stopped: 'Open Adit to start the next cycle.',
    expired: 'Trial finished. Keep mining with a permanent miner.',
    before: 'Already claimed',
    credited: "It's in your balance.",
    refused: "Your claim didn't go through",
    look: 'Open Adit to see why.',
    queued: 'Claim saved',
    soon: "We'll send it as soon as we can.",
    opened: "We'll send it when you open Adit.",
    signIn: 'Sign in to claim',
    afterSignIn: "Your claim is saved. We'll send it once you sign in.",
  },
  ja: {
    claim: '受け取る',
    claimed: '{amount} を受け取りました',
    done: '受け取りました',
    running: 'マイナーは再び稼働しています。',
    stopped: 'Adit を開いて次のサイクルを始めてください。',
    expired: 'お試しが終わりました。永久マイナーで続けられます。',
    before: '受け取り済みです',
    credited: '残高に入っています。',
    refused: '受け取れませんでした',
    look: 'Adit を開くと理由を確認できます。',
    queued: '受け取りを保存しました',
    soon: 'できるだけ早く送信します。',
    opened: '次に Adit を開くと送信します。',
    signIn: '受け取るにはログインしてください',
    afterSignIn: '受け取りは保存済みです。ログインすると送信します。',
  },
  th: {
    claim: 'รับ',
    claimed: 'รับ {amount} แล้ว',
    done: 'รับแล้ว',
    running: 'เครื่องขุดของคุณทำงานอีกครั้ง',
    stopped: 'เปิด Adit เพื่อเริ่มรอบถัดไป',
    expired: 'ช่วงทดลองจบแล้ว ขุดต่อได้ด้วยเครื่องขุดถาวร',
    before: 'รับไปแล้ว',
    credited: 'อยู่ในยอดคงเหลือแล้ว',
    refused: 'รับไม่สำเร็จ',
    look: 'เปิด Adit เพื่อดูเหตุผล',
    queued: 'บันทึกการรับไว้แล้ว',
    soon: 'จะส่งให้โดยเร็วที่สุด',
    opened: 'จะส่งให้เมื่อคุณเปิด Adit',
    signIn: 'เข้าสู่ระบบเพื่อรับ',
    afterSignIn: 'บันทึกการรับไว้แล้ว จะส่งให้เมื่อเข้าสู่ระบบ',
  },
  vi: {
    claim: 'Nhận',
    claimed: 'Đã nhận {amount}',
    done: 'Đã nhận',
    running: 'Máy đào của bạn lại đang chạy.',
    stopped: 'Mở Adit để bắt đầu chu kỳ tiếp theo.',
    expired: 'Dùng thử đã xong. Đào tiếp với máy đào vĩnh viễn.',
    before: 'Đã được nhận trước đó',
    credited: 'Đã ở trong số dư của bạn.',
    refused: 'Chưa nhận được',
    look: 'Mở Adit để xem lý do.',
    queued: 'Đã lưu lệnh nhận',
    soon: 'Chúng tôi sẽ gửi ngay khi có thể.',
    opened: 'Chúng tôi sẽ gửi khi bạn mở Adit.',
    signIn: 'Đăng nhập để nhận',
    afterSignIn: 'Lệnh nhận đã lưu. Chúng tôi sẽ gửi khi bạn đăng nhập.',
  },
  'zh-Hans': {
    claim: '领取',
    claimed: '已领取 {amount}',
    done: '已领取',
    running: '您的矿机已再次运行。',
    stopped: '打开 Adit 开始下一个周期。',
    expired: '试用已结束，用永久矿机继续挖矿。',
    before: '此前已领取',
    credited: '已在您的余额中。',
    refused: '领取未成功',
    look: '打开 Adit 查看原因。',
    queued: '领取已保存',
    soon: '会尽快自动发送。',
    opened: '打开 Adit 后自动发送。',
    signIn: '请登录后领取',
    afterSignIn: '领取已保存，登录后自动发送。',
  },
  'zh-TW': {
    claim: '領取',
    claimed: '已領取 {amount}',
    done: '已領取',
    running: '您的礦機已再次運轉。',
    stopped: '開啟 Adit 開始下一個週期。',
    expired: '試用已結束，用永久礦機繼續挖礦。',
    before: '先前已領取',
    credited: '已在您的餘額中。',
    refused: '領取未成功',
    look: '開啟 Adit 查看原因。',
    queued: '領取已儲存',
    soon: '會盡快自動送出。',
    opened: '開啟 Adit 後自動送出。',
    signIn: '請登入後領取',
    afterSignIn: '領取已儲存，登入後自動送出。',
  },
};
