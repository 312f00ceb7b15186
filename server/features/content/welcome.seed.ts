/** The welcome notice that the product comes with, Markdown, one text a language. A change of meaning needs a new version. */
import type { Language } from '#contract/call.ts';

const VERSION = '2026-11-1';
/** Its own date, not that of a start: a notice that the operator has published since stays the latest. */
const PUBLISHED_AT = new Date('2026-11-01T00:00:00Z');

const TEXTS: Readonly<Record<Language, string>> = {
  en: `**What Adit is.** A daily reward programme. "Mining" here computes no proof of work: you start your miner once a day and claim what it produced 24 hours later.

**What you get.** 1,200 hashrate and a 24-hour trial, which produces 12 ADIT. One ADIT is worth 0.01 USDT in this product. After the trial you can go on with a permanent miner: for 10 USDT, or by inviting one person who completes verification.

**What to know.** Starting a miner and withdrawing need identity verification. Staking yields are paid with newly issued ADIT. The two games have a house edge that stands beside every bet. Amounts can lose value; put in only what you can do without.

**What we never ask.** Your recovery phrase, your private key, or an unlimited allowance. Everything you sign is readable text.`,
  ja: `**Aditとは。** 毎日の報酬プログラムです。ここでの「マイニング」は、プルーフ・オブ・ワークの計算を行いません。1日1回マイナーを起動し、24時間後に産出分を受け取ります。

**受け取れるもの。** 1,200のハッシュレートと24時間のお試しで、12 ADITを産出します。このアプリでは1 ADITは0.01 USDTに相当します。お試しの後は永久マイナーで続けられます。10 USDTを支払うか、1人を招待してその方が本人確認を済ませることが条件です。

**知っておくこと。** マイナーの起動と出金には本人確認が必要です。ステーキングの報酬は新規発行のADITで支払われます。2つのゲームには運営側の取り分（控除率）があり、賭けるたびにその場に表示されます。価値は下がることがあります。失っても困らない額だけをお使いください。

**決して求めないもの。** リカバリーフレーズ、秘密鍵、無制限のトークン使用許可。署名する内容はすべて読める文章です。`,
  th: `**Adit คืออะไร** โปรแกรมรางวัลรายวัน “การขุด” ที่นี่ไม่มีการคำนวณ proof of work คุณเริ่มเครื่องขุดวันละครั้ง แล้วรับสิ่งที่ผลิตได้เมื่อครบ 24 ชั่วโมง

**สิ่งที่คุณได้รับ** แรงขุด 1,200 และทดลองใช้ 24 ชั่วโมง ซึ่งผลิตได้ 12 ADIT โดย 1 ADIT มีมูลค่า 0.01 USDT ในแอปนี้ หลังทดลองใช้ คุณใช้ต่อได้ด้วยเครื่องขุดถาวร โดยจ่าย 10 USDT หรือเชิญหนึ่งคนที่ยืนยันตัวตนสำเร็จ

**สิ่งที่ควรรู้** การเริ่มเครื่องขุดและการถอนต้องยืนยันตัวตนก่อน ผลตอบแทนสเตกกิงจ่ายด้วย ADIT ที่ออกใหม่ เกมทั้งสองมีส่วนได้เปรียบของผู้จัด ซึ่งแสดงไว้ข้างทุกการเดิมพัน มูลค่าอาจลดลงได้ ใช้เท่าที่คุณเสียได้เท่านั้น

**สิ่งที่เราไม่เคยขอ** วลีกู้คืน กุญแจส่วนตัว หรือการอนุมัติให้ใช้โทเคนแบบไม่จำกัด ทุกอย่างที่คุณลงนามเป็นข้อความที่อ่านได้`,
  vi: `**Adit là gì.** Một chương trình thưởng hằng ngày. “Đào” ở đây không tính toán bằng chứng công việc: mỗi ngày bạn khởi động máy đào một lần và nhận sản lượng sau 24 giờ.

**Bạn nhận được gì.** 1.200 sức mạnh đào và 24 giờ dùng thử, tạo ra 12 ADIT. Trong ứng dụng này, 1 ADIT trị giá 0,01 USDT. Sau thời gian dùng thử, bạn có thể tiếp tục với máy đào vĩnh viễn: trả 10 USDT, hoặc mời một người hoàn tất xác minh.

**Điều cần biết.** Khởi động máy đào và rút tiền cần xác minh danh tính. Lợi tức staking được trả bằng ADIT mới phát hành. Hai trò chơi có lợi thế nhà cái, ghi cạnh mỗi lần cược. Giá trị có thể giảm; chỉ dùng số tiền bạn có thể mất.

**Điều chúng tôi không bao giờ hỏi.** Cụm từ khôi phục, khóa riêng tư, hay quyền chi tiêu không giới hạn. Mọi nội dung bạn ký đều là văn bản đọc được.`,
  'zh-Hans': `**Adit 是什么。** 一个每日奖励计划。这里的“挖矿”不做任何工作量证明计算：您每天启动一次矿机，24 小时后领取产出。

**您会得到什么。** 1,200 算力和 24 小时试用，可产出 12 ADIT。在本产品中 1 ADIT 值 0.01 USDT。试用之后可以用永久矿机继续：支付 10 USDT，或邀请一位好友完成身份认证。

**需要知道的。** 启动矿机和提现需要身份认证。质押收益以新发行的 ADIT 支付。两个游戏都有庄家优势，每次投注旁都会标明。价值可能下跌，只投入您能承受损失的部分。

**我们从不索要。** 助记词、私钥或无限额授权。您签名的每一条内容都是可读的文字。`,
  'zh-TW': `**Adit 是什麼。** 一個每日獎勵計畫。這裡的「挖礦」不做任何工作量證明計算：您每天啟動一次礦機，24 小時後領取產出。

**您會得到什麼。** 1,200 算力和 24 小時試用，可產出 12 ADIT。在本產品中 1 ADIT 值 0.01 USDT。試用之後可以用永久礦機繼續：支付 10 USDT，或邀請一位好友完成身分認證。

**需要知道的。** 啟動礦機和提領需要身分認證。質押收益以新發行的 ADIT 支付。兩個遊戲都有莊家優勢，每次投注旁都會標明。價值可能下跌，只投入您能承受損失的部分。

**我們從不索取。** 助記詞、私鑰或無限額授權。您簽署的每一條內容都是可讀的文字。`,
};

export const WELCOME = { version: VERSION, publishedAt: PUBLISHED_AT, texts: TEXTS };
