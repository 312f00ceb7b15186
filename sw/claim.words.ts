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
  /** The cycle was claimed before, and this is where its reward is. */
  before: string;
  credited: string;
  refused: string;
  look: string;
  queued: string;
  online: string;
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
    running: 'Your miner runs again.',
    stopped: 'Open Adit to start the next cycle.',
    expired: 'The trial has ended; a permanent miner goes on.',
    before: 'Already claimed',
    credited: 'It is in your balance.',
    refused: 'Your claim was refused',
    look: 'Open Adit to see why.',
    queued: 'Your claim is queued',
    online: 'It will be sent when you are back online.',
    opened: 'It will be sent when you open Adit.',
    signIn: 'Sign in to claim',
    afterSignIn: 'Your claim is queued and will be sent after you have signed in.',
  },
  ja: {
    claim: '受け取る',
    claimed: '{amount} を受け取りました',
    done: '受け取りました',
    running: 'マイナーは再び稼働しています。',
    stopped: 'Adit を開いて次のサイクルを始めてください。',
    expired: 'お試しは終了しました。続けるには永久マイナーをご利用ください。',
    before: '受け取り済みです',
    credited: '残高に反映されています。',
    refused: '受け取りが受け付けられませんでした',
    look: 'Adit を開くと理由を確認できます。',
    queued: '受け取りは送信待ちです',
    online: 'オンラインに戻ると送信されます。',
    opened: '次に Adit を開いたときに送信されます。',
    signIn: '受け取るにはログインしてください',
    afterSignIn: '受け取りは送信待ちです。ログインすると送信されます。',
  },
  th: {
    claim: 'รับ',
    claimed: 'รับ {amount} แล้ว',
    done: 'รับแล้ว',
    running: 'เครื่องขุดของคุณทำงานอีกครั้ง',
    stopped: 'เปิด Adit เพื่อเริ่มรอบถัดไป',
    expired: 'ช่วงทดลองสิ้นสุดแล้ว ใช้เครื่องขุดถาวรเพื่อขุดต่อ',
    before: 'รับไปแล้ว',
    credited: 'อยู่ในยอดคงเหลือของคุณแล้ว',
    refused: 'การรับของคุณถูกปฏิเสธ',
    look: 'เปิด Adit เพื่อดูเหตุผล',
    queued: 'การรับของคุณรอส่ง',
    online: 'จะถูกส่งเมื่อคุณกลับมาออนไลน์',
    opened: 'จะถูกส่งเมื่อคุณเปิด Adit',
    signIn: 'เข้าสู่ระบบเพื่อรับ',
    afterSignIn: 'การรับของคุณรอส่ง และจะถูกส่งหลังจากคุณเข้าสู่ระบบ',
  },
  vi: {
    claim: 'Nhận',
    claimed: 'Đã nhận {amount}',
    done: 'Đã nhận',
    running: 'Máy đào của bạn lại đang chạy.',
    stopped: 'Mở Adit để bắt đầu chu kỳ tiếp theo.',
    expired: 'Thời gian dùng thử đã kết thúc; muốn chạy tiếp, hãy dùng máy đào vĩnh viễn.',
    before: 'Đã được nhận trước đó',
    credited: 'Phần thưởng đã ở trong số dư của bạn.',
    refused: 'Lệnh nhận của bạn bị từ chối',
    look: 'Mở Adit để xem lý do.',
    queued: 'Lệnh nhận của bạn đang chờ gửi',
    online: 'Lệnh sẽ được gửi khi bạn có mạng trở lại.',
    opened: 'Lệnh sẽ được gửi khi bạn mở Adit.',
    signIn: 'Đăng nhập để nhận',
    afterSignIn: 'Lệnh nhận đang chờ và sẽ được gửi sau khi bạn đăng nhập.',
  },
  'zh-Hans': {
    claim: '领取',
    claimed: '已领取 {amount}',
    done: '已领取',
    running: '您的矿机已再次运行。',
    stopped: '打开 Adit 开始下一个周期。',
    expired: '试用已结束，可用永久矿机继续。',
    before: '此前已领取',
    credited: '已在您的余额中。',
    refused: '您的领取被拒绝',
    look: '打开 Adit 查看原因。',
    queued: '您的领取等待发送',
    online: '恢复联网后会发送。',
    opened: '打开 Adit 后会发送。',
    signIn: '请登录后领取',
    afterSignIn: '您的领取等待发送，登录后会发送。',
  },
  'zh-TW': {
    claim: '領取',
    claimed: '已領取 {amount}',
    done: '已領取',
    running: '您的礦機已再次運轉。',
    stopped: '開啟 Adit 開始下一個週期。',
    expired: '試用已結束，可用永久礦機繼續。',
    before: '先前已領取',
    credited: '已在您的餘額中。',
    refused: '您的領取被拒絕',
    look: '開啟 Adit 查看原因。',
    queued: '您的領取等待送出',
    online: '恢復連線後會送出。',
    opened: '開啟 Adit 後會送出。',
    signIn: '請登入後領取',
    afterSignIn: '您的領取等待送出，登入後會送出。',
  },
};
