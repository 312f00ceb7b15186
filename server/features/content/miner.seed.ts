/** Announcement: how the miner works, what it is not, and what can be expected of it. Markdown, one text a language. */
import type { Language } from '#contract/call.ts';
import type { ArticleText } from './articles.repository.ts';

const PICTURE = '/covers/miner-day.svg';

export const MINER: Readonly<Record<Language, ArticleText>> = {
  en: {
    title: 'How the miner works, and what it is not',
    summary: 'One day from start to claim, where the output comes from, and what to expect of it.',
    body: `The miner is the heart of Adit, and its name promises more than it does. So first what it is not.

## Not a machine
No proof of work is computed, neither on your phone nor on our side. Your device stays cool and the battery is left alone. “Mining” is a daily reward programme: new ADIT is issued to those who come back once a day.

## One day
![A shaft: the lamp goes down for 24 hours, then the output is brought up](${PICTURE} "Start, 24 hours, claim")
1. **Start.** It takes identity verification and an activated miner. Your hashrate is fixed for this cycle.
2. **24 hours.** Every 100 hashrate produce 1 ADIT in a cycle. With the 1,200 that everybody begins with, that is 12 ADIT. Then the miner stops.
3. **Claim.** The output is added to your balance, and a permanent miner goes on at once. Claiming late loses nothing and earns nothing more.

## Trial and permanent miner
The first 24 hours are a trial. After that a permanent miner costs 10 USDT, or nothing once one person you have invited completes verification. The 10 USDT go into the fund that buys ADIT back.

## Hashrate
It comes from three sources: the gift at the beginning, what you buy, and a bonus for your team. What you buy can be sold back at 80% of the price you paid; the gift and the bonus cannot be sold. More hashrate counts from the next cycle on.

## What to expect
In this app one ADIT is worth 0.01 USDT, so 12 ADIT are 0.12 USDT a day. The 10 USDT of a permanent miner are back after 84 cycles at the earliest, and only if ADIT keeps that value. Nobody can promise that.

> Put in only what you can do without. The miner waits for you on [Miner Management](#/pages/mining/index).`,
  },
  ja: {
    title: 'マイナーの仕組みと、マイナーではないもの',
    summary: '起動から受け取りまでの1日、産出の出どころ、期待できることをまとめました。',
    body: `マイナーはAditの中心ですが、名前ほど大げさなものではありません。まず、何ではないかから説明します。

## 機械ではありません
お使いのスマートフォンでも当社側でも、プルーフ・オブ・ワークの計算は行いません。端末は熱くならず、電池も減りません。「マイニング」は毎日の報酬プログラムです。1日1回戻ってきた方に、新しいADITが発行されます。

## 1日の流れ
![坑道の図。ランプが24時間かけて下り、産出が運び上げられる](${PICTURE} "起動、24時間、受け取り")
1. **起動する。** 本人確認と、有効化されたマイナーが必要です。ハッシュレートはこのサイクルの間、固定されます。
2. **24時間。** 1サイクルで、ハッシュレート100ごとに1 ADITを産出します。最初に全員が受け取る1,200なら12 ADITです。その後、マイナーは止まります。
3. **受け取る。** 産出が残高に加わり、永久マイナーはそのまま次のサイクルに入ります。受け取りが遅れても失うものはなく、増えることもありません。

## お試しと永久マイナー
最初の24時間はお試しです。その後の永久マイナーは10 USDTです。招待した方が1人本人確認を済ませれば、支払いは不要です。10 USDTは、ADITを買い戻す資金になります。

## ハッシュレート
出どころは3つあります。最初の贈与分、購入分、そしてチームのボーナスです。購入分は支払った価格の80%で売り戻せます。贈与分とボーナスは売れません。増えた分は次のサイクルから数えます。

## 期待できること
このアプリでは1 ADITは0.01 USDTに相当します。12 ADITなら1日0.12 USDTです。永久マイナーの10 USDTが戻るのは早くて84サイクル後で、それもADITの価値が変わらない場合に限ります。それを約束できる人はいません。

> 失っても困らない額だけをお使いください。マイナーは[マイナー管理](#/pages/mining/index)にあります。`,
  },
  th: {
    title: 'เครื่องขุดทำงานอย่างไร และอะไรที่ไม่ใช่',
    summary: 'หนึ่งวันตั้งแต่เริ่มจนถึงรับ ผลผลิตมาจากไหน และควรคาดหวังอะไร',
    body: `เครื่องขุดคือหัวใจของ Adit แต่ชื่อฟังดูใหญ่กว่าสิ่งที่ทำจริง จึงขอเริ่มจากสิ่งที่ไม่ใช่ก่อน

## ไม่ใช่เครื่องจักร
ไม่มีการคำนวณ proof of work ทั้งบนโทรศัพท์ของคุณและฝั่งเรา อุปกรณ์ไม่ร้อน แบตเตอรี่ไม่ถูกใช้ “การขุด” คือโปรแกรมรางวัลรายวัน โดยออก ADIT ใหม่ให้ผู้ที่กลับมาวันละครั้ง

## หนึ่งวัน
![ปล่องเหมือง โคมไฟเคลื่อนลง 24 ชั่วโมง แล้วนำผลผลิตขึ้นมา](${PICTURE} "เริ่ม 24 ชั่วโมง รับ")
1. **เริ่ม** ต้องยืนยันตัวตนและมีเครื่องขุดที่เปิดใช้งานแล้ว แรงขุดของรอบนี้จะถูกกำหนดตายตัว
2. **24 ชั่วโมง** แรงขุดทุก 100 ผลิตได้ 1 ADIT ต่อรอบ ด้วยแรงขุด 1,200 ที่ทุกคนได้รับตอนเริ่มต้น เท่ากับ 12 ADIT จากนั้นเครื่องขุดจะหยุด
3. **รับ** ผลผลิตเข้ายอดคงเหลือของคุณ และเครื่องขุดถาวรเริ่มรอบใหม่ทันที รับช้าไม่เสียอะไร และไม่ได้เพิ่มเช่นกัน

## ทดลองใช้และเครื่องขุดถาวร
24 ชั่วโมงแรกเป็นการทดลองใช้ หลังจากนั้นเครื่องขุดถาวรราคา 10 USDT หรือไม่ต้องจ่าย เมื่อคนที่คุณเชิญหนึ่งคนยืนยันตัวตนสำเร็จ เงิน 10 USDT เข้ากองทุนที่ใช้ซื้อ ADIT คืน

## แรงขุด
มาจากสามทาง คือส่วนที่ได้รับฟรีตอนเริ่มต้น สิ่งที่คุณซื้อ และโบนัสจากทีม ส่วนที่ซื้อขายคืนได้ที่ 80% ของราคาที่จ่าย ส่วนที่ได้รับฟรีและโบนัสขายไม่ได้ แรงขุดที่เพิ่มขึ้นนับตั้งแต่รอบถัดไป

## ควรคาดหวังอะไร
ในแอปนี้ 1 ADIT มีมูลค่า 0.01 USDT ดังนั้น 12 ADIT เท่ากับ 0.12 USDT ต่อวัน เงิน 10 USDT ของเครื่องขุดถาวรจะกลับมาครบอย่างเร็วที่สุดหลัง 84 รอบ และเฉพาะเมื่อมูลค่า ADIT ไม่เปลี่ยน ซึ่งไม่มีใครรับประกันได้

> ใช้เท่าที่คุณเสียได้เท่านั้น เครื่องขุดรอคุณอยู่ที่ [จัดการเครื่องขุด](#/pages/mining/index)`,
  },
  vi: {
    title: 'Máy đào hoạt động ra sao, và không phải là gì',
    summary: 'Một ngày từ khởi động đến nhận, sản lượng từ đâu mà có, và nên trông đợi điều gì.',
    body: `Máy đào là trái tim của Adit, nhưng cái tên nghe lớn hơn việc nó làm. Vì vậy, trước hết hãy nói nó không phải là gì.

## Không phải một cỗ máy
Không có bằng chứng công việc nào được tính, cả trên điện thoại của bạn lẫn phía chúng tôi. Thiết bị không nóng lên, pin không hao. “Đào” là một chương trình thưởng hằng ngày: ADIT mới được phát hành cho ai quay lại mỗi ngày một lần.

## Một ngày
![Một giếng mỏ: chiếc đèn đi xuống trong 24 giờ, rồi sản lượng được đưa lên](${PICTURE} "Khởi động, 24 giờ, nhận")
1. **Khởi động.** Cần xác minh danh tính và một máy đào đã kích hoạt. Sức mạnh đào được cố định cho chu kỳ này.
2. **24 giờ.** Mỗi 100 sức mạnh đào tạo ra 1 ADIT trong một chu kỳ. Với 1.200 mà ai cũng có lúc đầu, đó là 12 ADIT. Sau đó máy đào dừng.
3. **Nhận.** Sản lượng được cộng vào số dư, và máy đào vĩnh viễn chạy tiếp ngay. Nhận muộn không mất gì, cũng không được thêm gì.

## Dùng thử và máy đào vĩnh viễn
24 giờ đầu là dùng thử. Sau đó máy đào vĩnh viễn có giá 10 USDT, hoặc không mất gì khi một người bạn mời hoàn tất xác minh. 10 USDT đi vào quỹ mua lại ADIT.

## Sức mạnh đào
Có ba nguồn: phần tặng lúc đầu, phần bạn mua và phần thưởng cho nhóm. Phần đã mua có thể bán lại với 80% giá đã trả; phần tặng và phần thưởng thì không bán được. Phần tăng thêm được tính từ chu kỳ kế tiếp.

## Nên trông đợi điều gì
Trong ứng dụng này, 1 ADIT trị giá 0,01 USDT, nên 12 ADIT là 0,12 USDT mỗi ngày. 10 USDT của máy đào vĩnh viễn sớm nhất cũng phải sau 84 chu kỳ mới trở lại, và chỉ khi ADIT giữ nguyên giá trị đó. Không ai có thể hứa điều này.

> Chỉ dùng số tiền bạn có thể mất. Máy đào chờ bạn ở [Quản lý máy đào](#/pages/mining/index).`,
  },
  'zh-Hans': {
    title: '矿机如何运作，它又不是什么',
    summary: '从启动到领取的一天、产出从何而来，以及可以期待什么。',
    body: `矿机是 Adit 的核心，但它的名字听起来比实际要大。所以先说它不是什么。

## 它不是一台机器
无论在您的手机上还是在我们这边，都不做任何工作量证明计算。您的设备不会发热，也不耗电。“挖矿”是一个每日奖励计划：每天回来一次的人，会得到新发行的 ADIT。

## 一天的过程
![矿井示意：灯用 24 小时下行，然后产出被运上来](${PICTURE} "启动、24 小时、领取")
1. **启动。** 需要完成身份认证，并有已激活的矿机。算力在本周期内固定不变。
2. **24 小时。** 每 100 算力在一个周期内产出 1 ADIT。每个人最初都有 1,200 算力，即 12 ADIT。之后矿机停止。
3. **领取。** 产出计入您的余额，永久矿机随即进入下一周期。晚领取不会损失，也不会多得。

## 试用与永久矿机
最初的 24 小时是试用。之后永久矿机的价格是 10 USDT；如果您邀请的一位好友完成认证，则无需付费。这 10 USDT 会进入回购 ADIT 的基金。

## 算力
算力有三个来源：最初的赠送、您购买的部分，以及团队加成。购买的部分可按支付价格的 80% 卖回；赠送和加成的部分不能出售。增加的算力从下一周期起计算。

## 可以期待什么
在本产品中 1 ADIT 值 0.01 USDT，因此 12 ADIT 是每天 0.12 USDT。永久矿机的 10 USDT 最早也要 84 个周期之后才能收回，而且前提是 ADIT 保持这一价值。没有人能保证这一点。

> 只投入您能承受损失的部分。矿机就在[矿机管理](#/pages/mining/index)。`,
  },
  'zh-TW': {
    title: '礦機如何運作，它又不是什麼',
    summary: '從啟動到領取的一天、產出從何而來，以及可以期待什麼。',
    body: `礦機是 Adit 的核心，但它的名字聽起來比實際要大。所以先說它不是什麼。

## 它不是一台機器
無論在您的手機上還是在我們這邊，都不做任何工作量證明計算。您的裝置不會發熱，也不耗電。「挖礦」是一個每日獎勵計畫：每天回來一次的人，會得到新發行的 ADIT。

## 一天的過程
![礦井示意：燈用 24 小時下行，然後產出被運上來](${PICTURE} "啟動、24 小時、領取")
1. **啟動。** 需要完成身分認證，並有已啟用的礦機。算力在本週期內固定不變。
2. **24 小時。** 每 100 算力在一個週期內產出 1 ADIT。每個人最初都有 1,200 算力，即 12 ADIT。之後礦機停止。
3. **領取。** 產出計入您的餘額，永久礦機隨即進入下一週期。晚領取不會損失，也不會多得。

## 試用與永久礦機
最初的 24 小時是試用。之後永久礦機的價格是 10 USDT；如果您邀請的一位好友完成認證，則無需付費。這 10 USDT 會進入回購 ADIT 的基金。

## 算力
算力有三個來源：最初的贈送、您購買的部分，以及團隊加成。購買的部分可按支付價格的 80% 賣回；贈送和加成的部分不能出售。增加的算力從下一週期起計算。

## 可以期待什麼
在本產品中 1 ADIT 值 0.01 USDT，因此 12 ADIT 是每天 0.12 USDT。永久礦機的 10 USDT 最早也要 84 個週期之後才能收回，而且前提是 ADIT 保持這一價值。沒有人能保證這一點。

> 只投入您能承受損失的部分。礦機就在[礦機管理](#/pages/mining/index)。`,
  },
};
