/** Announcement: what everything costs, what the odds are, and who pays for yields. Markdown, one text a language. */
import type { Language } from '#contract/call.ts';
import type { ArticleText } from './articles.repository.ts';

export const FEES: Readonly<Record<Language, ArticleText>> = {
  en: {
    title: 'Fees, odds, and where yields come from',
    summary: 'What each thing costs, how likely a win is, and who pays for what you earn.',
    body: `Every cost stands on the sheet before you confirm. Here they are together, with the question that matters more: where does the money come from?

## What it costs
- **Deposit:** nothing to us. The network takes its fee in BNB.
- **Withdrawal:** a fee for each coin, taken from the amount and shown beforehand. If a withdrawal fails, all of it comes back, fee included.
- **Exchange:** 0.3% of what you receive, at the price of a public feed. When that price is too old, nothing is exchanged.
- **Hashrate:** 0.01 USDT each. It can be sold back at 80% of the price you paid, so a change of mind costs a fifth.
- **Permanent miner:** 10 USDT once, or one invited person who completes verification.

## The odds
- **[Web3 Guess](#/pages/guessing/index):** 1 in 1,000 a guess. All exact guesses share the pool; without one it rolls over.
- **[Race](#/pages/main/index):** 1 in 6 a lane, paid 5 times. On average 83.33% of all stakes come back; the rest is the house edge.

## Who pays for yields
- **Mining and staking** are paid with newly issued ADIT, as are the yields of your team. Nobody has earned that money elsewhere: the more is issued, the less each ADIT may be worth.
- **The repurchase fund** is the other side. What people pay for miners and hashrate goes into it and buys ADIT back: half goes to the institution, half to those who stake. When the fund is empty, it buys nothing until money comes in. Its balance stands on [Token Repurchase](#/pages/buyback/index).
- **Race wins** come from the stakes and from a bank. A bet that the bank could not pay is refused.

> No yield here is guaranteed. Put in only what you can do without.`,
  },
  ja: {
    title: '手数料、当たる確率、報酬の出どころ',
    summary: 'それぞれの費用、当たる確率、そして受け取る報酬を誰が支払っているのか。',
    body: `費用はすべて、確定する前の画面に表示されます。ここにまとめたうえで、もっと大切な問いに答えます。お金はどこから来るのでしょうか。

## 費用
- **入金：** 当社への支払いはありません。ネットワークがBNBで手数料を取ります。
- **出金：** コインごとの手数料が金額から差し引かれ、事前に表示されます。出金に失敗した場合は、手数料を含めて全額が戻ります。
- **交換：** 受け取る額の0.3%です。公開されている価格フィードの価格で行い、価格が古すぎる場合は交換しません。
- **ハッシュレート：** 1あたり0.01 USDTです。支払った価格の80%で売り戻せるため、気が変わると5分の1を失います。
- **永久マイナー：** 一度だけ10 USDT、または招待した方1人の本人確認です。

## 当たる確率
- **[Web3数字当て](#/pages/guessing/index)：** 1回の予想につき1,000分の1です。的中した予想で賞金プールを等分し、的中がなければ繰り越します。
- **[レース](#/pages/main/index)：** 1レーンにつき6分の1で、5倍が支払われます。平均して賭け金全体の83.33%が戻り、残りが運営側の取り分です。

## 報酬を支払うのは誰か
- **マイニングとステーキング**は、新規発行のADITで支払われます。チームの報酬も同じです。どこかで稼がれたお金ではありません。発行が増えるほど、1 ADITの価値は下がるかもしれません。
- **買い戻し基金**はその反対側です。マイナーとハッシュレートの代金が入り、ADITを買い戻します。半分は機関に、半分はステーキング参加者に渡ります。基金が空になると、次の入金まで買い戻しは止まります。残高は[トークン買い戻し](#/pages/buyback/index)にあります。
- **レースの配当**は、賭け金とレースの原資から支払われます。原資で支払えないベットは受け付けません。

> ここでの報酬に保証はありません。失っても困らない額だけをお使いください。`,
  },
  th: {
    title: 'ค่าธรรมเนียม โอกาสถูก และที่มาของผลตอบแทน',
    summary: 'แต่ละอย่างมีค่าใช้จ่ายเท่าไร โอกาสชนะเท่าไร และใครจ่ายสิ่งที่คุณได้รับ',
    body: `ค่าใช้จ่ายทุกอย่างแสดงก่อนคุณยืนยัน ที่นี่รวมไว้ทั้งหมด พร้อมคำถามที่สำคัญกว่า คือเงินมาจากไหน

## ค่าใช้จ่าย
- **ฝาก:** ไม่ต้องจ่ายให้เรา เครือข่ายเก็บค่าธรรมเนียมเป็น BNB
- **ถอน:** ค่าธรรมเนียมตามเหรียญ หักจากจำนวนที่ถอนและแสดงล่วงหน้า หากถอนไม่สำเร็จ คุณได้คืนทั้งหมดรวมค่าธรรมเนียม
- **แลกเปลี่ยน:** 0.3% ของจำนวนที่ได้รับ ตามราคาของแหล่งข้อมูลสาธารณะ หากราคาเก่าเกินไปจะไม่มีการแลก
- **แรงขุด:** หน่วยละ 0.01 USDT ขายคืนได้ที่ 80% ของราคาที่จ่าย การเปลี่ยนใจจึงเสียหนึ่งในห้า
- **เครื่องขุดถาวร:** 10 USDT ครั้งเดียว หรือคนที่คุณเชิญหนึ่งคนยืนยันตัวตนสำเร็จ

## โอกาสถูก
- **[ทายผล Web3](#/pages/guessing/index):** 1 ใน 1,000 ต่อการทายหนึ่งครั้ง ผู้ที่ทายตรงทั้งหมดแบ่งกองรางวัลเท่ากัน หากไม่มี กองรางวัลยกไปรอบถัดไป
- **[การแข่งขัน](#/pages/main/index):** 1 ใน 6 ต่อเลน จ่าย 5 เท่า โดยเฉลี่ยเงินเดิมพันทั้งหมดคืนมา 83.33% ที่เหลือคือส่วนได้เปรียบของผู้จัด

## ใครจ่ายผลตอบแทน
- **การขุดและสเตกกิง** จ่ายด้วย ADIT ที่ออกใหม่ รวมถึงผลตอบแทนจากทีมของคุณ ไม่ใช่เงินที่มีใครหามาจากที่อื่น ยิ่งออกมาก มูลค่าของแต่ละ ADIT อาจยิ่งลดลง
- **กองทุนซื้อคืน** คืออีกด้านหนึ่ง เงินที่ผู้คนจ่ายค่าเครื่องขุดและแรงขุดเข้ากองทุนนี้และใช้ซื้อ ADIT คืน ครึ่งหนึ่งเป็นขององค์กร อีกครึ่งเป็นของผู้สเตก เมื่อกองทุนหมด จะไม่ซื้อจนกว่าจะมีเงินเข้ามา ดูยอดได้ที่ [ซื้อคืนโทเคน](#/pages/buyback/index)
- **เงินรางวัลการแข่ง** มาจากเงินเดิมพันและเงินทุนของการแข่ง การเดิมพันที่เงินทุนนี้จ่ายไม่ไหวจะถูกปฏิเสธ

> ไม่มีผลตอบแทนใดที่นี่ได้รับการรับประกัน ใช้เท่าที่คุณเสียได้เท่านั้น`,
  },
  vi: {
    title: 'Phí, xác suất trúng, và lợi tức từ đâu mà có',
    summary: 'Mỗi việc tốn bao nhiêu, khả năng trúng ra sao, và ai trả cho những gì bạn nhận.',
    body: `Mọi chi phí đều hiện ra trước khi bạn xác nhận. Ở đây chúng được gom lại, cùng câu hỏi quan trọng hơn: tiền từ đâu mà có?

## Tốn bao nhiêu
- **Nạp:** không trả gì cho chúng tôi. Mạng thu phí của nó bằng BNB.
- **Rút:** phí theo từng đồng, trừ vào số tiền rút và được hiện trước. Nếu rút không thành, toàn bộ trở lại, kể cả phí.
- **Hoán đổi:** 0,3% số bạn nhận, theo giá của một nguồn công khai. Khi giá đó quá cũ, không có gì được hoán đổi.
- **Sức mạnh đào:** 0,01 USDT mỗi đơn vị. Có thể bán lại với 80% giá đã trả, nên đổi ý thì mất một phần năm.
- **Máy đào vĩnh viễn:** 10 USDT một lần, hoặc một người bạn mời hoàn tất xác minh.

## Xác suất trúng
- **[Dự đoán Web3](#/pages/guessing/index):** 1 trên 1.000 cho mỗi dự đoán. Mọi dự đoán đúng chia đều quỹ thưởng; không ai đúng thì quỹ chuyển sang vòng sau.
- **[Cuộc đua](#/pages/main/index):** 1 trên 6 cho mỗi làn, trả 5 lần. Tính trung bình, 83,33% tổng tiền cược quay lại; phần còn lại là lợi thế nhà cái.

## Ai trả lợi tức
- **Đào và staking** được trả bằng ADIT mới phát hành, lợi tức từ nhóm cũng vậy. Không ai kiếm ra số tiền đó ở nơi khác: phát hành càng nhiều, mỗi ADIT có thể càng kém giá trị.
- **Quỹ mua lại** là phía bên kia. Tiền mọi người trả cho máy đào và sức mạnh đào đi vào quỹ và mua lại ADIT: một nửa cho tổ chức, một nửa cho người stake. Khi quỹ cạn, quỹ không mua gì cho đến khi có tiền vào. Số dư nằm ở [Mua lại token](#/pages/buyback/index).
- **Tiền thắng cuộc đua** đến từ tiền cược và quỹ chi trả của cuộc đua. Khoản cược mà quỹ không trả nổi sẽ bị từ chối.

> Không lợi tức nào ở đây được bảo đảm. Chỉ dùng số tiền bạn có thể mất.`,
  },
  'zh-Hans': {
    title: '费用、中奖概率，以及收益从何而来',
    summary: '每一项的费用、中奖的可能性，以及您的收益由谁支付。',
    body: `每一项费用在您确认之前都会显示。这里把它们放在一起，并回答更重要的问题：钱从哪里来？

## 费用
- **充值：** 我们不收费，网络以 BNB 收取网络费。
- **提现：** 每种币有各自的手续费，从提现金额中扣除，并提前显示。如果提现失败，连同手续费全额退回。
- **兑换：** 所得数量的 0.3%，按公开价格源的价格计算。价格过旧时不会兑换。
- **算力：** 每单位 0.01 USDT。可按支付价格的 80% 卖回，改变主意会损失五分之一。
- **永久矿机：** 一次性 10 USDT，或您邀请的一位好友完成认证。

## 中奖概率
- **[Web3 竞猜](#/pages/guessing/index)：** 每次竞猜 1,000 分之 1。所有猜中者平分奖池；无人猜中则滚入下一轮。
- **[竞速](#/pages/main/index)：** 每条赛道 6 分之 1，派彩 5 倍。平均而言，全部下注额的 83.33% 会返还，其余是庄家优势。

## 收益由谁支付
- **挖矿和质押**以新发行的 ADIT 支付，团队收益也是如此。这些钱并非在别处赚来：发行越多，每个 ADIT 的价值就可能越低。
- **回购基金**是另一面。购买矿机和算力的款项进入基金，用于买回 ADIT：一半归机构，一半归质押者。基金用尽后，在新的款项进入之前不再回购。余额见[代币回购](#/pages/buyback/index)。
- **竞速的奖金**来自下注额和竞速资金。竞速资金无力支付的下注会被拒绝。

> 这里的任何收益都没有保证。只投入您能承受损失的部分。`,
  },
  'zh-TW': {
    title: '費用、中獎機率，以及收益從何而來',
    summary: '每一項的費用、中獎的可能性，以及您的收益由誰支付。',
    body: `每一項費用在您確認之前都會顯示。這裡把它們放在一起，並回答更重要的問題：錢從哪裡來？

## 費用
- **存入：** 我們不收費，網路以 BNB 收取網路費。
- **提領：** 每種幣有各自的手續費，從提領金額中扣除，並提前顯示。如果提領失敗，連同手續費全額退回。
- **兌換：** 所得數量的 0.3%，按公開價格源的價格計算。價格過舊時不會兌換。
- **算力：** 每單位 0.01 USDT。可按支付價格的 80% 賣回，改變主意會損失五分之一。
- **永久礦機：** 一次性 10 USDT，或您邀請的一位好友完成認證。

## 中獎機率
- **[Web3 競猜](#/pages/guessing/index)：** 每次競猜 1,000 分之 1。所有猜中者平分獎池；無人猜中則滾入下一輪。
- **[競速](#/pages/main/index)：** 每條賽道 6 分之 1，派彩 5 倍。平均而言，全部下注額的 83.33% 會返還，其餘是莊家優勢。

## 收益由誰支付
- **挖礦和質押**以新發行的 ADIT 支付，團隊收益也是如此。這些錢並非在別處賺來：發行越多，每個 ADIT 的價值就可能越低。
- **回購基金**是另一面。購買礦機和算力的款項進入基金，用於買回 ADIT：一半歸機構，一半歸質押者。基金用盡後，在新的款項進入之前不再回購。餘額見[代幣回購](#/pages/buyback/index)。
- **競速的獎金**來自下注額和競速資金。競速資金無力支付的下注會被拒絕。

> 這裡的任何收益都沒有保證。只投入您能承受損失的部分。`,
  },
};
