/** Announcement: who pays for every yield, what can run dry, and what stands behind the price of ADIT. Markdown, one text a language. */
import type { Language } from '#contract/call.ts';
import type { ArticleText } from './articles.repository.ts';

const PICTURE = '/covers/yields-flow.svg';

export const YIELDS: Readonly<Record<Language, ArticleText>> = {
  en: {
    title: 'Where every yield comes from',
    summary:
      'Who pays for the miner, staking, your team and the games, what can run dry, and what stands behind ADIT.',
    body: `Whoever is paid should ask who pays. Here is the answer for everything that you can receive in Adit.

![On the left a spring of new coins feeds four cups; on the right payments of people fill a fund, which returns coins and shares them in two halves](${PICTURE} "Newly issued on the left, paid in by people on the right")

## Newly issued ADIT
- **Miner:** 1 ADIT for every 100 hashrate in a cycle.
- **Staking:** each order pays the rate that it started with, 0.1% in 24 hours unless the operator has set another one.
- **Team:** 15%, 10% and 5% of what the orders of your three levels pay, issued besides. For verified members also 10%, 5% and 1% of their hashrate as a bonus, which mines like your own. The operator may switch levels off.
- **Lottery pool:** 2 ADIT for each permanent miner and draw, besides what people pay for guesses.

Issuing never runs dry, and that is the weak point. Nobody has earned this ADIT elsewhere, and each new one makes those that exist a smaller part of the whole. How much has been issued stands on [Transparency](#/pages/transparency/index).

## Repurchased ADIT
What people pay for permanent miners and hashrate goes into the repurchase fund. When somebody sells ADIT to it, half of that ADIT goes to the institution, and half is shared among those who stake, by amount, with their payouts of the next 24 hours. Without a sale there is no such share.

## Money of other players
- **Race:** wins, and the team's 1%, 0.5% and 0.3% of stakes, come from the stakes and from the race bank.
- **Lottery:** prizes come from the pool alone. It never owes more than it holds.

## What can run dry
- **The repurchase fund.** It lives on what people pay for miners and hashrate; no business outside stands behind it. When fewer people pay, it empties. Then selling ADIT and selling hashrate back are refused until money comes in. Its balance stands on [Token Repurchase](#/pages/buyback/index).
- **The reserve of the exchange.** Then that coin cannot be bought here.
- **The race bank.** Then bets are refused that it could not pay.

None of them can be overdrawn. You are told, nothing is booked, and what you hold stays yours.

## What stands behind one ADIT
No market makes the price of 0.01 USDT: the operator has fixed it. The fund buys at this price, less 0.3%, while it holds USDT. Beside it there is only what other people are willing to give for ADIT. Nobody owes you 0.01 USDT.

> A yield in ADIT is worth what somebody gives for it, and not more. Put in only what you can do without.`,
  },
  ja: {
    title: 'すべての報酬の出どころ',
    summary:
      'マイナー、ステーキング、チーム、ゲームの報酬を誰が支払うのか、何が尽きうるのか、ADITの価値を何が支えるのか。',
    body: `受け取る人は、誰が支払うのかを知っておくべきです。Aditで受け取れるすべてのものについて、ここで答えます。

![左では新しいコインの泉が4つの器を満たし、右では人々の支払いが基金にたまり、買い戻されたコインが半分ずつに分けられる](${PICTURE} "左は新規発行、右は人々が支払ったお金")

## 新規発行のADIT
- **マイナー：** 1サイクルで、ハッシュレート100ごとに1 ADIT。
- **ステーキング：** 注文ごとに、始めた時の率を支払います。運営者が変えていなければ24時間で0.1%です。
- **チーム：** 3つのレベルの注文が支払う額の15%、10%、5%を、別途新規に発行します。本人確認済みのメンバーについては、そのハッシュレートの10%、5%、1%がボーナスとなり、ご自身の分と同じように産出します。運営者がレベルを停止することがあります。
- **数字当ての賞金プール：** 永久マイナー1台につき、抽選ごとに2 ADIT。これに、予想の代金が加わります。

発行が尽きることはなく、それこそが弱点です。このADITは誰かがどこかで稼いだものではなく、新しく発行されるたびに、すでにあるADITが全体に占める割合は小さくなります。発行済みの量は[透明性](#/pages/transparency/index)のページにあります。

## 買い戻されたADIT
永久マイナーとハッシュレートの代金は、買い戻し基金に入ります。誰かが基金にADITを売ると、そのADITの半分は機関に、半分はステーキング参加者に渡ります。後者は数量に応じて、次の24時間の支払いとともに分けられます。売る人がいなければ、この分配はありません。

## ほかの参加者のお金
- **レース：** 配当と、チームに渡る賭け金の1%、0.5%、0.3%は、賭け金とレースの原資から支払われます。
- **数字当て：** 賞金は賞金プールだけから支払われます。プールにある額を超えて支払うことはありません。

## 尽きうるもの
- **買い戻し基金。** マイナーとハッシュレートの代金で成り立ち、外部の事業に支えられてはいません。支払う人が減れば、空になります。その場合、次の入金まで、ADITの売却もハッシュレートの売り戻しも受け付けられません。残高は[トークン買い戻し](#/pages/buyback/index)にあります。
- **交換の準備高。** 尽きると、そのコインはここでは買えません。
- **レースの原資。** 支払えないベットは受け付けません。

いずれも残高を超えて引き出されることはありません。その旨が表示され、何も記帳されず、お持ちのものはそのまま残ります。

## 1 ADITを支えるもの
0.01 USDTという価格は市場で決まったものではなく、運営者が定めたものです。基金はUSDTがある限り、この価格から0.3%を引いた額で買います。それ以外にあるのは、ほかの人がADITと引き換えに何を渡すかだけです。0.01 USDTを支払う義務は誰にもありません。

> ADITで受け取る報酬の価値は、誰かが引き換えに渡すもの、それだけです。失っても困らない額だけをお使いください。`,
  },
  th: {
    title: 'ผลตอบแทนแต่ละอย่างมาจากไหน',
    summary: 'ใครจ่ายผลตอบแทนของเครื่องขุด สเตกกิง ทีม และเกม อะไรหมดได้บ้าง และอะไรอยู่เบื้องหลังมูลค่าของ ADIT',
    body: `ผู้ที่ได้รับเงินควรถามว่าใครเป็นผู้จ่าย นี่คือคำตอบของทุกอย่างที่คุณได้รับใน Adit

![ด้านซ้าย น้ำพุเหรียญใหม่เติมถ้วยสี่ใบ ด้านขวา เงินที่ผู้คนจ่ายเติมกองทุน ซึ่งซื้อเหรียญคืนและแบ่งเป็นสองส่วนเท่ากัน](${PICTURE} "ซ้ายคือออกใหม่ ขวาคือเงินที่ผู้คนจ่าย")

## ADIT ที่ออกใหม่
- **เครื่องขุด:** 1 ADIT ต่อแรงขุดทุก 100 ในหนึ่งรอบ
- **สเตกกิง:** แต่ละรายการจ่ายตามอัตราที่เริ่มไว้ คือ 0.1% ทุก 24 ชั่วโมง เว้นแต่ผู้ให้บริการกำหนดเป็นอย่างอื่น
- **ทีม:** 15%, 10% และ 5% ของสิ่งที่รายการของสมาชิกสามชั้นได้รับ ออกเพิ่มให้ต่างหาก สมาชิกที่ยืนยันตัวตนแล้วยังให้โบนัส 10%, 5% และ 1% ของแรงขุดของเขา ซึ่งขุดได้เหมือนแรงขุดของคุณเอง ผู้ให้บริการอาจปิดบางชั้น
- **กองรางวัลทายผล:** 2 ADIT ต่อเครื่องขุดถาวรหนึ่งเครื่องในการออกผลแต่ละครั้ง นอกเหนือจากที่ผู้คนจ่ายเพื่อทาย

การออกใหม่ไม่มีวันหมด และนั่นคือจุดอ่อน ไม่มีใครหา ADIT เหล่านี้มาจากที่อื่น ทุก ADIT ที่ออกใหม่ทำให้ ADIT ที่มีอยู่เป็นส่วนที่เล็กลงของทั้งหมด ดูจำนวนที่ออกแล้วได้ที่ [ความโปร่งใส](#/pages/transparency/index)

## ADIT ที่ซื้อคืน
เงินที่ผู้คนจ่ายค่าเครื่องขุดถาวรและแรงขุดเข้ากองทุนซื้อคืน เมื่อมีคนขาย ADIT ให้กองทุน ครึ่งหนึ่งของ ADIT นั้นเป็นขององค์กร อีกครึ่งแบ่งให้ผู้สเตกตามจำนวน พร้อมการจ่ายใน 24 ชั่วโมงถัดไป หากไม่มีการขายก็ไม่มีส่วนแบ่งนี้

## เงินของผู้เล่นคนอื่น
- **การแข่งขัน:** เงินรางวัล รวมถึงส่วนของทีม 1%, 0.5% และ 0.3% ของเงินเดิมพัน มาจากเงินเดิมพันและเงินทุนของการแข่ง
- **ทายผล:** เงินรางวัลมาจากกองรางวัลเท่านั้น ไม่มีวันจ่ายเกินที่มีอยู่

## อะไรหมดได้บ้าง
- **กองทุนซื้อคืน** อยู่ได้ด้วยเงินที่ผู้คนจ่ายค่าเครื่องขุดและแรงขุด ไม่มีธุรกิจภายนอกหนุนหลัง เมื่อคนจ่ายน้อยลง กองทุนก็หมด แล้วการขาย ADIT และการขายแรงขุดคืนจะถูกปฏิเสธจนกว่าจะมีเงินเข้ามา ดูยอดได้ที่ [ซื้อคืนโทเคน](#/pages/buyback/index)
- **คลังสำรองของการแลกเปลี่ยน** เมื่อหมด จะซื้อเหรียญนั้นที่นี่ไม่ได้
- **เงินทุนของการแข่ง** การเดิมพันที่จ่ายไม่ไหวจะถูกปฏิเสธ

ไม่มีส่วนใดถอนเกินยอดได้ ระบบจะแจ้งคุณ ไม่มีการบันทึกรายการ และสิ่งที่คุณถืออยู่ยังเป็นของคุณ

## อะไรอยู่เบื้องหลัง 1 ADIT
ราคา 0.01 USDT ไม่ได้มาจากตลาด ผู้ให้บริการเป็นผู้กำหนด กองทุนซื้อในราคานี้หัก 0.3% ตราบที่ยังมี USDT นอกจากนั้นมีเพียงสิ่งที่คนอื่นยินดีให้แลกกับ ADIT ไม่มีใครติดค้างคุณ 0.01 USDT

> ผลตอบแทนเป็น ADIT มีค่าเท่าที่มีคนยอมให้แลก และไม่เกินนั้น ใช้เท่าที่คุณเสียได้เท่านั้น`,
  },
  vi: {
    title: 'Mỗi khoản lợi tức từ đâu mà có',
    summary: 'Ai trả cho máy đào, staking, nhóm và trò chơi, điều gì có thể cạn, và điều gì đứng sau ADIT.',
    body: `Ai được trả tiền nên hỏi ai là người trả. Đây là câu trả lời cho mọi thứ bạn có thể nhận trong Adit.

![Bên trái, một nguồn coin mới rót vào bốn chiếc cốc; bên phải, tiền mọi người trả đổ vào một quỹ, quỹ mua lại coin và chia thành hai nửa](${PICTURE} "Bên trái là phát hành mới, bên phải là tiền mọi người trả")

## ADIT mới phát hành
- **Máy đào:** 1 ADIT cho mỗi 100 sức mạnh đào trong một chu kỳ.
- **Staking:** mỗi lệnh trả theo tỷ lệ lúc bắt đầu, 0,1% trong 24 giờ trừ khi đơn vị vận hành đặt khác.
- **Nhóm:** 15%, 10% và 5% số mà các lệnh của ba tầng nhận được, phát hành thêm. Thành viên đã xác minh còn mang lại phần thưởng 10%, 5% và 1% sức mạnh đào của họ, đào như của chính bạn. Đơn vị vận hành có thể tắt một số tầng.
- **Quỹ thưởng dự đoán:** 2 ADIT cho mỗi máy đào vĩnh viễn trong mỗi lượt quay, ngoài số tiền mọi người trả để dự đoán.

Phát hành thì không bao giờ cạn, và đó chính là điểm yếu. Không ai kiếm ra số ADIT này ở nơi khác, và mỗi ADIT mới làm những ADIT đang có thành phần nhỏ hơn của tổng số. Số đã phát hành nằm ở trang [Minh bạch](#/pages/transparency/index).

## ADIT được mua lại
Tiền mọi người trả cho máy đào vĩnh viễn và sức mạnh đào đi vào quỹ mua lại. Khi ai đó bán ADIT cho quỹ, một nửa số ADIT đó về tổ chức, một nửa chia cho người stake theo số lượng, cùng các lần trả trong 24 giờ kế tiếp. Không ai bán thì không có phần chia này.

## Tiền của người chơi khác
- **Cuộc đua:** tiền thắng, cùng 1%, 0,5% và 0,3% tiền cược dành cho nhóm, đến từ tiền cược và quỹ chi trả của cuộc đua.
- **Dự đoán:** giải thưởng chỉ đến từ quỹ thưởng. Quỹ không bao giờ nợ nhiều hơn số nó có.

## Điều gì có thể cạn
- **Quỹ mua lại.** Quỹ sống nhờ tiền mọi người trả cho máy đào và sức mạnh đào; không có hoạt động kinh doanh nào bên ngoài đứng sau. Khi ít người trả hơn, quỹ cạn. Khi đó việc bán ADIT và bán lại sức mạnh đào bị từ chối cho đến khi có tiền vào. Số dư nằm ở [Mua lại token](#/pages/buyback/index).
- **Kho dự trữ để hoán đổi.** Khi cạn, không mua được đồng đó ở đây.
- **Quỹ chi trả của cuộc đua.** Khoản cược mà quỹ không trả nổi sẽ bị từ chối.

Không khoản nào bị chi quá số dư. Bạn được báo, không có gì được ghi sổ, và những gì bạn có vẫn là của bạn.

## Điều gì đứng sau 1 ADIT
Không thị trường nào tạo ra giá 0,01 USDT: đơn vị vận hành đã định giá đó. Quỹ mua theo giá này, trừ 0,3%, chừng nào còn USDT. Ngoài ra chỉ có những gì người khác sẵn lòng đưa để đổi lấy ADIT. Không ai nợ bạn 0,01 USDT.

> Lợi tức bằng ADIT đáng giá bằng thứ mà ai đó chịu đổi lấy nó, không hơn. Chỉ dùng số tiền bạn có thể mất.`,
  },
  'zh-Hans': {
    title: '每一项收益从何而来',
    summary: '矿机、质押、团队和游戏的收益由谁支付，什么可能耗尽，以及 ADIT 的背后是什么。',
    body: `得到付款的人，应当问一问是谁在付款。下面逐项回答您在 Adit 能得到的一切。

![左边，新币之泉注入四个杯子；右边，人们支付的款项流入基金，基金买回代币并分成两半](${PICTURE} "左边是新发行的，右边是人们支付的")

## 新发行的 ADIT
- **矿机：** 每 100 算力在一个周期内产出 1 ADIT。
- **质押：** 每笔订单按其开始时的利率支付，除非运营方另行设定，否则每 24 小时 0.1%。
- **团队：** 三级成员订单所得的 15%、10% 和 5%，另外新发行。已认证的成员还会带来其算力 10%、5% 和 1% 的加成，与您自己的算力一样产出。运营方可能会关闭某些级别。
- **竞猜奖池：** 每次开奖，每台永久矿机注入 2 ADIT，此外还有人们为竞猜支付的部分。

发行不会耗尽，而这正是弱点所在。这些 ADIT 并非在别处赚来，每新发行一个，已有的 ADIT 在总量中所占的比例就更小。已发行的数量见[透明度](#/pages/transparency/index)页面。

## 买回的 ADIT
人们为永久矿机和算力支付的款项进入回购基金。有人把 ADIT 卖给基金时，其中一半归机构，一半按质押数量分给质押者，随其后 24 小时的收益一起发放。没有人卖出，就没有这部分。

## 其他参与者的钱
- **竞速：** 奖金，以及分给团队的下注额的 1%、0.5% 和 0.3%，来自下注额和竞速资金。
- **竞猜：** 奖金只来自奖池，绝不会超出奖池所有。

## 什么可能耗尽
- **回购基金。** 它靠人们为矿机和算力支付的款项维持，背后没有任何外部业务。付款的人少了，它就会用尽。届时卖出 ADIT 和卖回算力都会被拒绝，直到有新的款项进入。余额见[代币回购](#/pages/buyback/index)。
- **兑换储备。** 用尽后，在这里就买不到该币。
- **竞速资金。** 它无力支付的下注会被拒绝。

这些账户都不能透支。您会得到提示，不会有任何入账，您所持有的仍归您所有。

## 1 ADIT 的背后是什么
0.01 USDT 的价格不是市场形成的，而是运营方定下的。只要基金里还有 USDT，就按这个价格减去 0.3% 买入。除此之外，只有其他人愿意拿什么来换 ADIT。没有人欠您 0.01 USDT。

> 以 ADIT 支付的收益，只值别人愿意拿来交换的东西，不会更多。只投入您能承受损失的部分。`,
  },
  'zh-TW': {
    title: '每一項收益從何而來',
    summary: '礦機、質押、團隊和遊戲的收益由誰支付，什麼可能耗盡，以及 ADIT 的背後是什麼。',
    body: `得到付款的人，應當問一問是誰在付款。下面逐項回答您在 Adit 能得到的一切。

![左邊，新幣之泉注入四個杯子；右邊，人們支付的款項流入基金，基金買回代幣並分成兩半](${PICTURE} "左邊是新發行的，右邊是人們支付的")

## 新發行的 ADIT
- **礦機：** 每 100 算力在一個週期內產出 1 ADIT。
- **質押：** 每筆訂單按其開始時的利率支付，除非營運方另行設定，否則每 24 小時 0.1%。
- **團隊：** 三級成員訂單所得的 15%、10% 和 5%，另外新發行。已認證的成員還會帶來其算力 10%、5% 和 1% 的加成，與您自己的算力一樣產出。營運方可能會關閉某些級別。
- **競猜獎池：** 每次開獎，每台永久礦機注入 2 ADIT，此外還有人們為競猜支付的部分。

發行不會耗盡，而這正是弱點所在。這些 ADIT 並非在別處賺來，每新發行一個，已有的 ADIT 在總量中所占的比例就更小。已發行的數量見[透明度](#/pages/transparency/index)頁面。

## 買回的 ADIT
人們為永久礦機和算力支付的款項進入回購基金。有人把 ADIT 賣給基金時，其中一半歸機構，一半按質押數量分給質押者，隨其後 24 小時的收益一起發放。沒有人賣出，就沒有這部分。

## 其他參與者的錢
- **競速：** 獎金，以及分給團隊的下注額的 1%、0.5% 和 0.3%，來自下注額和競速資金。
- **競猜：** 獎金只來自獎池，絕不會超出獎池所有。

## 什麼可能耗盡
- **回購基金。** 它靠人們為礦機和算力支付的款項維持，背後沒有任何外部業務。付款的人少了，它就會用盡。屆時賣出 ADIT 和賣回算力都會被拒絕，直到有新的款項進入。餘額見[代幣回購](#/pages/buyback/index)。
- **兌換儲備。** 用盡後，在這裡就買不到該幣。
- **競速資金。** 它無力支付的下注會被拒絕。

這些帳戶都不能透支。您會得到提示，不會有任何入帳，您所持有的仍歸您所有。

## 1 ADIT 的背後是什麼
0.01 USDT 的價格不是市場形成的，而是營運方定下的。只要基金裡還有 USDT，就按這個價格減去 0.3% 買入。除此之外，只有其他人願意拿什麼來換 ADIT。沒有人欠您 0.01 USDT。

> 以 ADIT 支付的收益，只值別人願意拿來交換的東西，不會更多。只投入您能承受損失的部分。`,
  },
};
